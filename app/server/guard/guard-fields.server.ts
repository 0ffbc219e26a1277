/**
 * Rebuilds the body of a form from the known fields, so that no later parser sees a name like `list[99999999]`. Browser
 * extensions add fields and old browsers send some without a name; these are dropped. The first field of a name counts:
 * it is the page's own, and extensions append theirs.
 *
 * Takes one pass over the body and keeps each known name at most once.
 *
 * @returns the kept fields with their encoded values
 */
export function keepKnownFields(body: Buffer, fieldNames: ReadonlySet<string>): Buffer<ArrayBuffer> {
  const text = body.toString("latin1");
  const pairs = new Map<string, string>();
  for (let start = 0; start < text.length;) {
    const separator = text.indexOf("&", start);
    const end = separator === -1 ? text.length : separator;
    const pair = text.slice(start, end);
    const name = fieldNameOf(pair);
    if (fieldNames.has(name) && !pairs.has(name)) pairs.set(name, pair);
    start = end + 1;
  }
  return Buffer.from([...pairs.values()].join("&"), "latin1");
}

/** Longer names are not decoded: no known name is that long, even encoded. */
const maxNameLength = 200;

/**
 * Returns the decoded name of a field; "" for a long one. Correct for ASCII names only, and all known names are ASCII.
 */
function fieldNameOf(pair: string): string {
  const equals = pair.indexOf("=");
  const name = equals === -1 ? pair : pair.slice(0, equals);
  if (name.length > maxNameLength) return "";
  // decodeURIComponent would be slow for thousands of names that make it throw.
  return name.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Returns the name of a field that `keepKnownFields` drops. In development it may be a new field. */
export function findUnknownField(body: Buffer, fieldNames: ReadonlySet<string>): string | undefined {
  const names = new URLSearchParams(body.toString()).keys();
  const unknown = [...names].find((name) => name !== "" && !fieldNames.has(name));
  // The log and the page show it.
  return unknown?.replaceAll(/[^\w.-]/g, "?");
}
