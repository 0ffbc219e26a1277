/** What a typed code turns out to be before acq hears of it (contract.md, section 6). */
export type TypedCode = { status: "ok"; code: string } | { status: "missing" } | { status: "characters" };

/**
 * Forgives how a code was typed: white space and invisible characters go, every dash becomes a hyphen, case
 * stays. What is left is 1 to 64 letters, digits, hyphens or underscores.
 */
export function readTypedCode(typed: string): TypedCode {
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
