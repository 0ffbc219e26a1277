import { isIPv6 } from "node:net";

/**
 * Whom a client address stands for, as far as limits go: an IPv4 address for itself, an IPv6 address for its /64,
 * of which every customer of a provider has a whole one (RFC 6177).
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%", 1);
  if (!isIPv6(plain)) return plain;
  const [front = "", back = ""] = plain.split("::");
  const before = groupsIn(front);
  const after = groupsIn(back);
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** An IPv4 address at the end fills two groups (RFC 4291, section 2.2), and is never among the first four. */
function groupsIn(half: string): string[] {
  return half
    .split(":")
    .filter((group) => group !== "")
    .flatMap((group) => (group.includes(".") ? ["0", "0"] : group));
}
