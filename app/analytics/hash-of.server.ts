import { createHash } from "node:crypto";
import type { Hash } from "./hash";

/** Trimmed and in lower case before it is hashed, as analytics tools expect an address. */
export function hashedEmail(address: string): Hash {
  return sha256(address.trim().toLowerCase());
}

export function hashedId(id: string): Hash {
  return sha256(id);
}

function sha256(text: string): Hash {
  return createHash("sha256").update(text).digest("hex") as Hash;
}
