import { createHmac, timingSafeEqual } from "node:crypto";

/** 14 days in milliseconds (docs/product/overview.md#constants). */
export const linkValidityMs = 14 * 24 * 60 * 60 * 1000;

type ValidityTimestampState = "valid" | "expired" | "forged";

/**
 * Returns a validity timestamp, which makes a code's link valid for 14 days. It contains the time of issue, and a
 * signature of this time and the code.
 */
export function createValidityTimestamp(secret: string, code: string, issuedAt: number): string {
  const issuedAtText = issuedAt.toString(36);
  return `${issuedAtText}.${signValidityTimestamp(secret, code, issuedAtText)}`;
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
  timestampText: string,
  now: number,
): ValidityTimestampState {
  const [issuedAtText = "", signature = "", ...extraParts] = timestampText.split(".");
  if (extraParts.length > 0 || !isSameSignature(signature, signValidityTimestamp(secret, code, issuedAtText)))
    return "forged";
  return now < parseInt(issuedAtText, 36) + linkValidityMs ? "valid" : "expired";
}

/**
 * Returns the signature of a validity timestamp: 32 bytes in base64url. The text ends with a letter or digit, so it is
 * safe in a link (acq.graphql).
 */
function signValidityTimestamp(secret: string, code: string, issuedAtText: string): string {
  return createHmac("sha256", secret).update(`validity:${code}:${issuedAtText}`).digest("base64url");
}

function isSameSignature(actualSignature: string, expectedSignature: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(actualSignature), Buffer.from(expectedSignature)];
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes);
}
