/** What fields are called that hold somebody's data, or open a door (contract.md, section 14; spec.md, section 3). */
const partOfName =
  "gender|salutation|first_?name|last_?name|sur_?name|given_?name|family_?name|e_?mail|postal_?code|zip_?code|bday|" +
  "birth_?(?:day|date)|date_?of_?birth|country|passw(?:or)?d|token|activation_?id|registration_?id|(?:registration|access|" +
  "invit\\w{0,5})_?codes?|validity_?timestamp|cookie|authori[sz]ation|secret|credential|invit[eo]r|(?:client|ip)_?address|" +
  "forwarded_?for";
const wholeName = "codes?|rc|vt|ip|sid|body|query|query_?string|made_?links|label|continue_?url";

const personal = new RegExp(`${partOfName}|^(?:${wholeName})$`, "i");

/** What Node, its TLS and its HTTP client call a failure: not one of the club's codes. */
const systemCode =
  /^(?:E(?:ACCES|ADDR\w+|AI_\w+|CANCELED|CONN\w+|EXIST|HOST\w+|ISDIR|MFILE|NET\w+|NOENT|NOSPC|NOTDIR|NOTFOUND|PERM|PIPE|PROTO|TIMEDOUT)|(?:UND_)?ERR_\w+|(?:CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)_\w+)$/;

/** The same few names come with every line. */
const judged = new Map<string, boolean>();
const mostJudged = 1000;

function isPersonalName(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const is = personal.test(name.replaceAll("-", "_"));
  if (judged.size < mostJudged) judged.set(name, is);
  return is;
}

/** Whether a field's name says that its value is nobody else's business. */
export function isPersonal(name: string, value: unknown): boolean {
  if (!isPersonalName(name)) return false;
  if (name === "code")
    return typeof value !== "number" && !(typeof value === "string" && systemCode.test(value));
  return value !== undefined && value !== null;
}

const inText = partOfName.replaceAll("_?", "[_-]?");
/** Most texts name none of them: this is found out at a fraction of the cost. */
const anyName = new RegExp(String.raw`${inText}|\b(?:${wholeName})\b`, "i");
const quotation = String.raw`\\{0,4}["'\u0060]`;
const named = String.raw`(?<![A-Za-z0-9])(?:[\w.[\]-]{0,40}(?:${inText})[\w.[\]-]{0,40}|${wholeName})`;
const given = String.raw`\\{0,4}"(?:(?!\\{0,4}").){0,2000}\\{0,4}"?|'[^']{0,2000}'?|[^\s,;&|(){}[\]"'<>\\]+`;

/** `"email": "…"`, `email=…`, `'email' => '…'` and the like, within a text; a file's name and its line are none. */
const fieldInText = new RegExp(
  String.raw`((?:${quotation})?${named}(?<!\.[cm]?[jt]sx?)(?:${quotation})?\s{0,3}(?:=>|[:=]|%3D|%3A)\s{0,3})(?:${given})`,
  "gis",
);

const shapes: [RegExp, string][] = [
  // Everything behind a question mark: a query is never wanted (issue: logs).
  [/(?<=[/:][^\s"'<>?]{0,300})\?[^\s"'<>)]+/g, "?[query]"],
  [/[^\s"'<>()@,;:=/\\]{1,64}(?:@|%40)[^\s"'<>()@,;:=/\\]{1,253}\.[\w%-]{2,60}/gi, "[email]"],
  // Sealed and signed texts (RFC 7516, RFC 7519), and what a scheme stands before.
  [/eyJ[\w-]{8,}(?:\.[\w-]*){1,4}/g, "[token]"],
  [/\b(Bearer|Basic)\s+[^\s"',;]+/gi, "$1 [token]"],
  [/(\/s\/)[\w.~%-]{16,}/g, "$1[token]"],
];

/** A text without what its own shape tells: named fields, queries, e-mail addresses, tokens. */
export function withoutPersonalShapes(text: string): string {
  if (!/[=:@%?]|eyJ|\/s\/|bearer|basic/i.test(text)) return text;
  let left = anyName.test(text) ? text.replace(fieldInText, "$1[redacted]") : text;
  for (const [shape, instead] of shapes) left = left.replace(shape, instead);
  return left;
}
