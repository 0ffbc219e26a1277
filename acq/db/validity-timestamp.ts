import { createHmac, timingSafeEqual } from "node:crypto";

/** 14 days in milliseconds (docs/product/overview.md#constants). */
export const linkValidityMs = 14 * 24 * 60 * 60 * 1000;

export type TimestampState = "valid" | "expired" | "forged";

/**
 * Returns a validity timestamp, which makes a code's link valid for 14 days. It contains the time of issue, and a
 * signature of this time and the code.
 */
export function makeValidityTimestamp(secret: string, code: string, issuedAt: number): string {
  const time = issuedAt.toString(36);
  return `${time}.${sign(secret, code, time)}`;
}

/**
 * Returns whether a validity timestamp is valid, expired or forged. A timestamp that was issued for another code counts
 * as forged.
 *
 * @param code - the normalized code
 */
export function readValidityTimestamp(
  secret: string,
  code: string,
  text: string,
  now: number,
): TimestampState {
  const [time = "", signature = "", ...extraParts] = text.split(".");
  if (extraParts.length > 0 || !isSame(signature, sign(secret, code, time))) return "forged";
  return now < parseInt(time, 36) + linkValidityMs ? "valid" : "expired";
}

/**
 * Returns the signature of a validity timestamp: 32 bytes in base64url. The text ends with a letter or digit, so it is
 * safe in a link (acq.graphql).
 */
function sign(secret: string, code: string, time: string): string {
  return createHmac("sha256", secret).update(`validity:${code}:${time}`).digest("base64url");
}

function isSame(actual: string, expected: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(actual), Buffer.from(expected)];
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes);
}
