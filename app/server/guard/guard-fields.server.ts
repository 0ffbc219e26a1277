/**
 * Rebuilds the body of a form from the known fields: what parses it later meets no name like `list[99999999]`. Other fields are dropped, since browser extensions add some and old browsers send some without a
 * name. Of a name that comes more than once the first value counts, which is the one that the page itself holds:
 * extensions append theirs.
 *
 * Takes one pass over the body, however many fields it has, and keeps each known name at most once.
 *
 * @returns the kept fields, their values as they were encoded
 */
export function keepKnownFields(body: Buffer, fieldNames: ReadonlySet<string>): Buffer<ArrayBuffer> {
  const text = body.toString("latin1");
  const kept = new Map<string, string>();
  for (let start = 0; start < text.length;) {
    const separator = text.indexOf("&", start);
    const end = separator === -1 ? text.length : separator;
    const pair = text.slice(start, end);
    const name = fieldNameOf(pair);
    if (fieldNames.has(name) && !kept.has(name)) kept.set(name, pair);
    start = end + 1;
  }
  return Buffer.from([...kept.values()].join("&"), "latin1");
}

/** Longer names are not decoded: no known name is that long, even encoded. */
const maxNameLength = 200;

/** Returns the decoded name of a field, right for ASCII, of which all known names are; "" for a long one. */
function fieldNameOf(pair: string): string {
  const equals = pair.indexOf("=");
  const name = equals === -1 ? pair : pair.slice(0, equals);
  if (name.length > maxNameLength) return "";
  // Not decodeURIComponent: thousands of names that make it throw would take longer than all else.
  return name.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Returns a field that `keepKnownFields` drops, for developers: it may be a new field of theirs. */
export function findUnknownField(body: Buffer, fieldNames: ReadonlySet<string>): string | undefined {
  const names = new URLSearchParams(body.toString()).keys();
  const unknown = [...names].find((name) => name !== "" && !fieldNames.has(name));
  // The log and the page show it.
  return unknown?.replaceAll(/[^\w.-]/g, "?");
}
