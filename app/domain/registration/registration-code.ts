import { webAddress } from "~/domain/web-address";
import { isRegistrationCode, normalizeSigns, readLinkValue, withoutMarks } from "./link-values";

/** A typed code before acq is called (docs/product/registration.md#registration-codes). */
export type TypedCode =
  | { status: "ok"; code: string; validityTimestamp: string | null }
  | { status: "missing" }
  | { status: "characters" };

/** In characters: a code with all possible separators. */
const maxTypedLength = 500;
/** In characters. Browsers and mail programs may truncate a longer link. */
export const maxLinkLength = 2048;

/**
 * Reads a typed code: removes white space, invisible characters and punctuation around it, and replaces every dash by a
 * hyphen; upper and lower case are not changed. The result has 1 to 64 letters, digits, hyphens or underscores. From a
 * whole invitation link, the code and timestamp are read.
 */
export function readTypedCode(input: string): TypedCode {
  const codeInLink = readPastedLink(input);
  if (codeInLink) return codeInLink;
  // Normalizing a sequence of marks takes quadratic time (Unicode, UAX 15, section 9).
  if (input.length > maxTypedLength) return { status: "characters" };
  const signs = normalizeSigns(input);
  if (signs === "") return { status: "missing" };
  const code = withoutMarks(signs, typedMark);
  return isRegistrationCode(code)
    ? { status: "ok", code, validityTimestamp: null }
    : { status: "characters" };
}

/** A punctuation mark that people copy along with a code, such as a full stop, but none that codes contain. */
const typedMark = /^(?![_-])\p{P}$/u;

/** Returns undefined for a text that is not a web address with one readable code. */
function readPastedLink(input: string): TypedCode | undefined {
  if (input.length > maxLinkLength) return undefined;
  const link = input.split(/\s+/).find((word) => /[?&]rc=/.test(word));
  if (link === undefined) return undefined;
  const text = link.replace(/^[<("'\u00ab\u201c\u201e]+|[>)"'\u00bb\u201d]+$/g, "");
  const address = webAddress(text.includes("://") ? text : `https://${text}`);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  const { searchParams } = address;
  const [code, timestamp] = [readLinkValue(searchParams, "rc"), readLinkValue(searchParams, "vt")];
  if (code.status !== "ok" || timestamp.status === "damaged") return undefined;
  const validityTimestamp = timestamp.status === "ok" ? timestamp.value : null;
  return { status: "ok", code: code.value, validityTimestamp };
}

/** The reasons for refusing a code, in their order of precedence (docs/product/registration.md#registration-codes). */
export const refusalReasons = ["referrer", "link", "expired", "no-balance", "invalid"] as const;
export type RefusalReason = (typeof refusalReasons)[number];
