import { randomBytes } from "node:crypto";

/**
 * Mail programs leave a hyphen at the end out of a link, and `3D` at the start looks like a leftover of
 * quoted-printable: acq issues no such value (acq.graphql).
 */
const linkSafe = /^(?!3D)[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/;

/** Creates values until one is safe in a link. */
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
