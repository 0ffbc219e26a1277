import { webAddress } from "~/domain/web-address";
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
  const signs = typed
    .normalize("NFKC")
    .replace(/[\p{White_Space}\p{Cf}\p{Cc}]/gu, "")
    .replace(/[\p{Dash_Punctuation}\u2212]/gu, "-");
  if (signs === "") return { status: "missing" };
  const code = withoutMarksAround(signs);
  return /^[A-Za-z0-9_-]{1,64}$/.test(code)
    ? { status: "ok", code, validityTimestamp: null }
    : { status: "characters" };
}

/** Undefined for a text that is no web address with one readable code. */
function readPastedLink(typed: string): TypedCode | undefined {
  if (typed.length > longestLink) return undefined;
  const link = typed.split(/\s+/).find((word) => /[?&]rc=/.test(word));
  if (link === undefined) return undefined;
  const text = link.replace(/^[<("'\u00ab\u201c\u201e]+|[>)"'\u00bb\u201d]+$/g, "");
  const address = webAddress(text.includes("://") ? text : `https://${text}`);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  const { searchParams } = address;
  const code = readLinkedCode(searchParams.getAll("rc"));
  if (code === undefined) return undefined;
  return { status: "ok", code, validityTimestamp: readTimestamp(searchParams.get("vt")) };
}

/** Full stops, quotation marks, brackets: in one pass from each end, whatever was typed between. */
function withoutMarksAround(signs: string): string {
  const isPart = (sign: string) => !/^(?![_-])\p{P}$/u.test(sign);
  const all = Array.from(signs);
  const first = all.findIndex(isPart);
  return first === -1 ? signs : all.slice(first, all.findLastIndex(isPart) + 1).join("");
}

/** The timestamp of a link, as it is. */
export function readTimestamp(text: string | null): string | null {
  return text?.slice(0, longestTimestamp) ?? null;
}

const longestTimestamp = 512;

/** A link's `rc` as it is; undefined for one that cannot be a code, which acq need not be asked about. */
export function readLinkedCode(values: readonly string[]): string | undefined {
  const [code, ...others] = values;
  if (others.length > 0 || !code || code.length > 64) return undefined;
  return /[\p{Cc}\p{Cf}]/u.test(code) ? undefined : code;
}

/** Why a code cannot be used, in the order in which several errors count (docs/product.md#registration-codes). */
export const refusalReasons = ["referrer", "link", "expired", "no-balance", "invalid"] as const;
export type RefusalReason = (typeof refusalReasons)[number];
