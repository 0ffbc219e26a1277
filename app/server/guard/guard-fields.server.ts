/**
 * Rebuilds the body of a form from its known fields. Fields of browser extensions are dropped, and no later parser
 * reads a name like `list[99999999]`. If a name occurs twice, the first field is kept, because extensions append
 * theirs.
 *
 * @returns the known fields, still urlencoded
 */
export function keepKnownFields(body: Buffer, fieldNames: ReadonlySet<string>): Buffer<ArrayBuffer> {
  const text = body.toString("latin1");
  const pairs = new Map<string, string>();
  for (let start = 0; start < text.length;) {
    const separatorIndex = text.indexOf("&", start);
    const pairEndIndex = separatorIndex === -1 ? text.length : separatorIndex;
    const pair = text.slice(start, pairEndIndex);
    const name = decodeFieldName(pair);
    if (fieldNames.has(name) && !pairs.has(name)) pairs.set(name, pair);
    start = pairEndIndex + 1;
  }
  return Buffer.from([...pairs.values()].join("&"), "latin1");
}

/**
 * The maximum length of a field's name, in characters. A longer name is not decoded: even with every character
 * percent-encoded, known names are shorter.
 */
const maxNameLength = 200;

/**
 * Returns the decoded name of a field; "" if it is too long. Decodes only ASCII correctly, which is enough for the
 * known names.
 */
function decodeFieldName(pair: string): string {
  const equalsIndex = pair.indexOf("=");
  const name = equalsIndex === -1 ? pair : pair.slice(0, equalsIndex);
  if (name.length > maxNameLength) return "";
  // decodeURIComponent throws for invalid names. A body may contain thousands of them, and each error would take time.
  return name.replace(/%([\da-f]{2})/gi, (_, hexDigits: string) =>
    String.fromCharCode(parseInt(hexDigits, 16)),
  );
}

/**
 * Returns the name of the first unknown field, if any. In development this reveals a new field that was not added to
 * the known ones.
 */
export function findUnknownField(body: Buffer, fieldNames: ReadonlySet<string>): string | undefined {
  const names = new URLSearchParams(body.toString()).keys();
  const unknownName = [...names].find((name) => name !== "" && !fieldNames.has(name));
  // The log and the error page show the name, so unusual characters are replaced.
  return unknownName?.replaceAll(/[^\w.-]/g, "?");
}
