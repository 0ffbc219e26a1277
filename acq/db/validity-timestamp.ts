import { createHmac, timingSafeEqual } from "node:crypto";

/** 14 days in milliseconds (docs/product/overview.md#constants). */
export const LINK_VALIDITY_MS = 14 * 24 * 60 * 60 * 1000;

export type TimestampState = "valid" | "expired" | "forged";

/**
 * Returns a validity timestamp, which makes a code's link valid for 14 days. It contains the time of issue, and a
 * signature of this time and the code.
 */
export function makeValidityTimestamp(secret: string, code: string, issuedAt: number): string {
  const time = issuedAt.toString(36);
  return `${time}.${sign(secret, code, time)}`;
}

/** @param code - the normalized code; a timestamp that was issued for another code is forged */
export function readValidityTimestamp(
  secret: string,
  code: string,
  text: string,
  now: number,
): TimestampState {
  const [time = "", signature = "", ...extraParts] = text.split(".");
  if (extraParts.length > 0 || !isSame(signature, sign(secret, code, time))) return "forged";
  return now < parseInt(time, 36) + LINK_VALIDITY_MS ? "valid" : "expired";
}

/**
 * The signature in a validity timestamp has 32 bytes. In base64url it ends with a letter or digit, so it is safe in a
 * link (acq.graphql).
 */
function sign(secret: string, code: string, time: string): string {
  return createHmac("sha256", secret).update(`validity:${code}:${time}`).digest("base64url");
}

function isSame(actual: string, expected: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(actual), Buffer.from(expected)];
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes);
}
