import { webAddress } from "~/domain/web-address";
import { isRegistrationCode, normalizeSigns, readLinkValue, withoutMarks } from "./link-values";

/** A typed code, as read before acq hears of it (docs/product.md#registration-codes). */
export type TypedCode =
  | { status: "ok"; code: string; validityTimestamp: string | null }
  | { status: "missing" }
  | { status: "characters" };

/** A code with all that may stand between its signs. */
const mostTyped = 500;
/** An address that browsers and mails still carry whole. */
export const longestLink = 2048;

/**
 * Forgives how a code was typed: white space and invisible characters go, marks around it too, every dash becomes a
 * hyphen, case stays. The rest is 1 to 64 letters, digits, hyphens or underscores. A whole invitation link counts as
 * its code and its timestamp.
 */
export function readTypedCode(typed: string): TypedCode {
  const linked = readPastedLink(typed);
  if (linked) return linked;
  // Normalising a row of marks takes time by the square of its length (Unicode, UAX 15, section 9).
  if (typed.length > mostTyped) return { status: "characters" };
  const signs = normalizeSigns(typed);
  if (signs === "") return { status: "missing" };
  const code = withoutMarks(signs, typedMark);
  return isRegistrationCode(code)
    ? { status: "ok", code, validityTimestamp: null }
    : { status: "characters" };
}

/** Full stops, quotation marks, brackets. */
const typedMark = /^(?![_-])\p{P}$/u;

/** Undefined for a text that is no web address with one readable code. */
function readPastedLink(typed: string): TypedCode | undefined {
  if (typed.length > longestLink) return undefined;
  const link = typed.split(/\s+/).find((word) => /[?&]rc=/.test(word));
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

/** Why a code cannot be used, in the order in which several errors count (docs/product.md#registration-codes). */
export const refusalReasons = ["referrer", "link", "expired", "no-balance", "invalid"] as const;
export type RefusalReason = (typeof refusalReasons)[number];
