import { randomBytes } from "node:crypto";

/**
 * Matches values that are safe at the end of a link (acq.graphql). Mail programs exclude a trailing hyphen from a link.
 * A leading `3D` looks like the rest of `=3D`, the quoted-printable form of `=`.
 */
const linkSafePattern = /^(?!3D)[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/;

/** Creates values until one is safe in a link. */
export function createLinkSafeValue(createCandidate: () => string): string {
  for (;;) {
    const value = createCandidate();
    if (linkSafePattern.test(value)) return value;
  }
}

/** Returns a random value for a link or a token. */
export function createRandomValue(byteCount: number): string {
  return createLinkSafeValue(() => randomBytes(byteCount).toString("base64url"));
}
