/** A typed code, as read before acq hears of it (docs/product.md#registration-codes). */
export type TypedCode = { status: "ok"; code: string } | { status: "missing" } | { status: "characters" };

/** A code with all that may stand between its signs. */
const mostTyped = 500;

/**
 * Forgives how a code was typed: white space and invisible characters go, every dash becomes a hyphen, case
 * stays. What is left is 1 to 64 letters, digits, hyphens or underscores.
 */
export function readTypedCode(typed: string): TypedCode {
  // Normalising a row of marks takes time by the square of its length (Unicode, UAX 15, section 9).
  if (typed.length > mostTyped) return { status: "characters" };
  const code = typed
    .normalize("NFKC")
    .replace(/[\p{White_Space}\p{Cf}\p{Cc}]/gu, "")
    .replace(/[\p{Dash_Punctuation}\u2212]/gu, "-");
  if (code === "") return { status: "missing" };
  return /^[A-Za-z0-9_-]{1,64}$/.test(code) ? { status: "ok", code } : { status: "characters" };
}

/** A link's `rc` as it is; undefined for one that cannot be a code, which acq need not be asked about. */
export function readLinkedCode(values: readonly string[]): string | undefined {
  const [code, ...others] = values;
  if (others.length > 0 || !code || code.length > 64) return undefined;
  return /[\p{Cc}\p{Cf}]/u.test(code) ? undefined : code;
}

/** Why a code cannot be used, in the order in which several errors count (docs/product.md#registration-codes). */
export const refusalReasons = ["referrer", "link", "expired", "no-balance", "invalid"] as const;
export type RefusalReason = (typeof refusalReasons)[number];
