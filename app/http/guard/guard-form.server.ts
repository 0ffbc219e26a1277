const mostFields = 50;

/** Which names a form may send; all but the repeatable ones only once. */
export interface FieldNames {
  fieldNames: ReadonlySet<string>;
  repeatable?: ReadonlySet<string>;
}

/** Whether a body is what an HTML form sends by itself, neither compressed nor of another kind. */
export function isForm(contentType: string | undefined, contentEncoding: string | undefined): boolean {
  if (contentEncoding !== undefined && contentEncoding !== "identity") return false;
  return /^application\/x-www-form-urlencoded\s*(?:;\s*charset="?[\w-]+"?\s*)?$/i.test(contentType ?? "");
}

/**
 * The fields of a form, or undefined if one of them is not ours or comes too often. Whoever parses names like
 * `list[99999999]` into something deep does it after this, when there are none left.
 */
export function readFields(
  body: Buffer,
  { fieldNames, repeatable }: FieldNames,
): URLSearchParams | undefined {
  const text = body.toString("utf8");
  if (text.split("&", mostFields + 1).length > mostFields) return undefined;
  const fields = new URLSearchParams(text);
  const seen = new Set<string>();
  for (const name of fields.keys()) {
    if (!fieldNames.has(name)) return undefined;
    if (seen.has(name) && !repeatable?.has(name)) return undefined;
    seen.add(name);
  }
  return fields;
}
