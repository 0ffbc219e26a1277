/**
 * Rebuilds the body of a form from its known fields. Fields of browser extensions are dropped, and no later parser
 * reads a name like `list[99999999]`. If a name occurs twice, the first field is kept, because extensions append
 * theirs.
 *
 * @returns the known fields, still urlencoded
 */
export function keepKnownFields(body: Buffer, knownFieldNames: ReadonlySet<string>): Buffer<ArrayBuffer> {
  const text = body.toString("latin1");
  const pairs = new Map<string, string>();
  for (let pairStart = 0; pairStart < text.length;) {
    const separatorIndex = text.indexOf("&", pairStart);
    const pairEndIndex = separatorIndex === -1 ? text.length : separatorIndex;
    const pair = text.slice(pairStart, pairEndIndex);
    const name = decodeFieldName(pair);
    if (knownFieldNames.has(name) && !pairs.has(name)) pairs.set(name, pair);
    pairStart = pairEndIndex + 1;
  }
  return Buffer.from([...pairs.values()].join("&"), "latin1");
}

/**
 * The maximum length of a field's name, in characters. A longer name is not decoded: even with every character
 * percent-encoded, known names are shorter.
 */
const maxFieldNameLength = 200;

/**
 * Returns the decoded name of a field; "" if the name is too long. Only ASCII is decoded correctly, which is enough for
 * the known names.
 */
function decodeFieldName(pair: string): string {
  const equalsIndex = pair.indexOf("=");
  const name = equalsIndex === -1 ? pair : pair.slice(0, equalsIndex);
  if (name.length > maxFieldNameLength) return "";
  // Does not use decodeURIComponent, which throws for invalid names. A body may contain thousands of them, and each
  // error would take time.
  return name.replace(/%([\da-f]{2})/gi, (_, hexDigits: string) =>
    String.fromCharCode(parseInt(hexDigits, 16)),
  );
}

/**
 * Returns the name of the first unknown field, if any. In development this reveals a new field that was not added to
 * the known ones.
 */
export function findUnknownField(body: Buffer, knownFieldNames: ReadonlySet<string>): string | undefined {
  const names = new URLSearchParams(body.toString()).keys();
  const unknownName = [...names].find((name) => name !== "" && !knownFieldNames.has(name));
  // Replaces unusual characters, because the log and the error page show the name.
  return unknownName?.replaceAll(/[^\w.-]/g, "?");
}
