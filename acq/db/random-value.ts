import { randomBytes } from "node:crypto";

/**
 * Mail programs leave a hyphen at the end out of a link, and `3D` at the beginning looks like a leftover of
 * quoted-printable: no value that acq issues has either (acq.graphql).
 */
const linkSafe = /^(?!3D)[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/;

/** Returns the first value that survives in a link. */
export function linkSafeValue(create: () => string): string {
  for (;;) {
    const value = create();
    if (linkSafe.test(value)) return value;
  }
}

/** Returns a random value for a link or a token. */
export function randomValue(bytes: number): string {
  return linkSafeValue(() => randomBytes(bytes).toString("base64url"));
}
