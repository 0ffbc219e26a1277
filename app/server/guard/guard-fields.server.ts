/**
 * Rebuilds the body of a form from the known fields, in one pass. Fields that browser extensions add are dropped, and
 * no later parser sees a name like `list[99999999]`. Of several fields with one name the first is kept, since
 * extensions append theirs.
 *
 * @returns the known fields, still urlencoded
 */
export function keepKnownFields(body: Buffer, fieldNames: ReadonlySet<string>): Buffer<ArrayBuffer> {
  const text = body.toString("latin1");
  const pairs = new Map<string, string>();
  for (let start = 0; start < text.length;) {
    const separator = text.indexOf("&", start);
    const end = separator === -1 ? text.length : separator;
    const pair = text.slice(start, end);
    const name = decodeFieldName(pair);
    if (fieldNames.has(name) && !pairs.has(name)) pairs.set(name, pair);
    start = end + 1;
  }
  return Buffer.from([...pairs.values()].join("&"), "latin1");
}

/** Longer names are not decoded, since no known name is that long, even percent-encoded. */
const maxNameLength = 200;

/**
 * Returns the decoded name of a field; "" if it is too long. Only ASCII is decoded correctly, and all known names are
 * ASCII.
 */
function decodeFieldName(pair: string): string {
  const equals = pair.indexOf("=");
  const name = equals === -1 ? pair : pair.slice(0, equals);
  if (name.length > maxNameLength) return "";
  // decodeURIComponent would be slow, because a body may contain thousands of names that make it throw.
  return name.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Returns the first field that `keepKnownFields` drops, if there is one. In development it may be a new field. */
export function findUnknownField(body: Buffer, fieldNames: ReadonlySet<string>): string | undefined {
  const names = new URLSearchParams(body.toString()).keys();
  const unknownName = [...names].find((name) => name !== "" && !fieldNames.has(name));
  // Replaces all but harmless characters, because the log and the error page show the name.
  return unknownName?.replaceAll(/[^\w.-]/g, "?");
}
