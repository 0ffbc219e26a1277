import { parseWebUrl } from "~/utils/web-address";
import {
  isRegistrationCode,
  normalizeCharacters,
  readLinkValue,
  trimMatchingCharacters,
} from "./link-values";

/** The result of reading a typed code, before acq checks it (docs/product/registration.md#registration-codes). */
type TypedCode =
  | { status: "ok"; code: string; validityTimestamp: string | null }
  | { status: "missing" }
  | { status: "characters" };

/** The maximum length of a typed code, in characters. Every code is shorter, even with separators. */
const maxTypedCodeLength = 500;
/** The maximum length of a pasted link, in characters. Browsers and mail programs may truncate a longer link. */
export const maxPastedLinkLength = 2048;

/**
 * Reads a typed code, or the code and timestamp of a pasted invitation link. Removes white space, invisible characters
 * and punctuation around a code, and replaces every dash with a hyphen. Upper and lower case are not changed.
 */
export function readTypedCode(input: string): TypedCode {
  const codeInLink = readPastedLink(input);
  if (codeInLink) return codeInLink;
  // Rejects longer input before normalizing, which takes quadratic time for a sequence of combining marks (Unicode, UAX
  // 15, section 9).
  if (input.length > maxTypedCodeLength) return { status: "characters" };
  const normalizedInput = normalizeCharacters(input);
  if (normalizedInput === "") return { status: "missing" };
  const code = trimMatchingCharacters(normalizedInput, codePunctuationPattern);
  return isRegistrationCode(code)
    ? { status: "ok", code, validityTimestamp: null }
    : { status: "characters" };
}

/**
 * Matches punctuation that people copy along with a code, such as a full stop. Codes may contain "_" and "-", so these
 * do not match.
 */
const codePunctuationPattern = /^(?![_-])\p{P}$/u;

/**
 * Reads the code and timestamp of a pasted link; undefined unless the text contains a link with exactly one readable
 * code.
 */
function readPastedLink(input: string): TypedCode | undefined {
  if (input.length > maxPastedLinkLength) return undefined;
  const link = input.split(/\s+/).find((word) => /[?&]rc=/.test(word));
  if (link === undefined) return undefined;
  const linkText = link.replace(/^[<("'\u00ab\u201c\u201e]+|[>)"'\u00bb\u201d]+$/g, "");
  const url = parseWebUrl(linkText.includes("://") ? linkText : `https://${linkText}`);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const { searchParams } = url;
  const [code, timestamp] = [readLinkValue(searchParams, "rc"), readLinkValue(searchParams, "vt")];
  if (code.status !== "ok" || timestamp.status === "damaged") return undefined;
  const validityTimestamp = timestamp.status === "ok" ? timestamp.value : null;
  return { status: "ok", code: code.value, validityTimestamp };
}

/** The reasons for refusing a code, in their order of precedence (docs/product/registration.md#registration-codes). */
export const refusalReasons = ["referrer", "link", "expired", "no-balance", "invalid"] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Returns true if a refused code exists, so that correcting it cannot help. */
export function isCodeCorrect(reason: RefusalReason): boolean {
  return reason === "expired" || reason === "no-balance";
}
