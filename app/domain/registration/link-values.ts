/**
 * Repairs values in links, which mail programs, messengers and people damage
 * (docs/product/registration.md#registration-codes).
 */

/**
 * The result of reading a value in a link. `damaged`: the value cannot be repaired, or the link has two different
 * values.
 */
type LinkValueResult = { status: "none" } | { status: "ok"; value: string } | { status: "damaged" };

/** The query parameters of links: access code, validity timestamp, and activation id. */
const linkParameterNames = ["rc", "vt", "accountActivationId"] as const;
type ParameterName = (typeof linkParameterNames)[number];

/** The characters and lengths that each parameter's value may have (acq/acq.graphql). */
const validValuePatterns: Record<ParameterName, RegExp> = {
  rc: /^[A-Za-z0-9_-]{1,64}$/,
  vt: /^[A-Za-z0-9_-](?:[A-Za-z0-9._~-]{0,510}[A-Za-z0-9_-])?$/,
  accountActivationId: /^[A-Za-z0-9_-](?:[A-Za-z0-9._~-]{0,198}[A-Za-z0-9_-])?$/,
};

/**
 * The maximum number of times that a link may contain the same parameter, since each value has to be repaired. Mail
 * programs that repeat a whole link do so only once or twice.
 */
const maxParameterRepetitions = 10;

/**
 * The maximum length of a value in a link that is repaired, in characters. Longer values are not repaired, because
 * normalizing a long sequence of combining marks takes quadratic time (UAX 15, section 9).
 */
const maxRepairableLength = 1000;

export function isRegistrationCode(text: string): boolean {
  return validValuePatterns.rc.test(text);
}

/** Reads and repairs a parameter of a link. */
export function readLinkValue(query: URLSearchParams, name: ParameterName): LinkValueResult {
  const values = new Set<string>();
  const parameterValues = listLinkParameters(query).flatMap(([parameter, text]) =>
    parameter === name && !isBlank(text) ? [text] : [],
  );
  if (parameterValues.length > maxParameterRepetitions) return { status: "damaged" };
  for (const text of parameterValues) {
    const value = repairLinkValue(name, text);
    if (value === undefined) return { status: "damaged" };
    values.add(value);
  }
  const [value, ...furtherValues] = values;
  if (value === undefined) return { status: "none" };
  return furtherValues.length > 0 ? { status: "damaged" } : { status: "ok", value };
}

/**
 * Matches a placeholder of a mailing that no value has replaced: `{{contact.code}}`, `*|CODE|*`, `%%CODE%%`, `[[code]]`,
 * `<%= code %>`, `${code}`, `null`. Without the brackets it would look like a code.
 */
const placeholderPattern =
  /^\s*(?:[$@#]?\{.*\}|\[\[.*\]\]|\*\|.*\|\*|%.*%|<%.*%>|\$\w+|null|undefined|\[object Object\])\s*$/is;

/** Repairs a damaged value in a link. Returns undefined if the value cannot be repaired. */
export function repairLinkValue(name: ParameterName, text: string): string | undefined {
  if (text.length > maxRepairableLength) return undefined;
  const decodedText = decodeRepeatedly(text);
  if (placeholderPattern.test(decodedText)) return undefined;
  const valuePattern = validValuePatterns[name];
  const value = valuePattern.test(text) ? removeEncodedPrefix(text) : removeDamage(decodedText);
  return valuePattern.test(value) && !placeholderPattern.test(value) ? value : undefined;
}

function removeDamage(decodedText: string): string {
  const normalizedText = normalizeCharacters(removeQuotedPrintable(removeTags(decodedText))).replaceAll(
    "=",
    "",
  );
  const trimmedText = removeEncodedPrefix(
    trimMatchingCharacters(removeEncodedPrefix(normalizedText), linkPunctuationPattern),
  );
  return trimMatchingCharacters(cutAtBracket(trimmedText), linkPunctuationPattern);
}

/**
 * Removes white space and invisible characters. Replaces every kind of dash with a hyphen, and full-width characters
 * with ordinary ones.
 *
 * @param text - at most `maxRepairableLength` characters
 */
export function normalizeCharacters(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[\p{Dash_Punctuation}\u2212]/gu, "-");
}

/** Removes the characters that match `characterPattern` from both ends of a text. */
export function trimMatchingCharacters(text: string, characterPattern: RegExp): string {
  const characters = Array.from(text);
  const firstIndex = characters.findIndex((character) => !characterPattern.test(character));
  return firstIndex === -1
    ? ""
    : characters
        .slice(firstIndex, characters.findLastIndex((character) => !characterPattern.test(character)) + 1)
        .join("");
}

/** Matches punctuation and symbols, except `_` and `-`, which a value may end with. */
const linkPunctuationPattern = /^(?![_-])[\p{P}\p{S}]$/u;

/**
 * Cuts a value before the first character that cannot be part of it, such as a bracket: `X#top`, `X;utm=1`, `X</a>`,
 * `X](https://…`.
 */
function cutAtBracket(text: string): string {
  const bracketIndex = text.search(/[?&;#<>()[\]{}"\u00ab\u00bb\u201c-\u201f]/);
  return bracketIndex === -1 ? text : text.slice(0, bracketIndex);
}

/** Removes HTML tags around a value: `<b>X</b>`. In `<X>` the brackets count as punctuation, and X is the value. */
function removeTags(text: string): string {
  const textWithoutTags = text.replace(/<\/?[a-z][^<>]*>/gi, "");
  return isBlank(textWithoutTags) ? text : textWithoutTags;
}

/** Decodes links that were encoded two or three times: `%253D`. */
function decodeRepeatedly(text: string): string {
  let decodedText = text;
  for (let decodeCount = 0; decodeCount < 2 && decodedText.includes("%"); decodeCount += 1) {
    try {
      decodedText = decodeURIComponent(decodedText);
    } catch {
      return decodedText;
    }
  }
  return decodedText;
}

/**
 * Removes invisible characters and trailing white space that quoted-printable has encoded, such as `=20` (RFC 2045,
 * section 6.7).
 */
function removeQuotedPrintable(text: string): string {
  return text
    .replace(/=C2=A[0D]|=E2=80=[89A][0-9A-F]|=E2=81=A[0-9A-F]|=EF=BB=BF/g, "")
    .replace(/(?:=(?:20|09|0D|0A|3D)){1,4}\s{0,4}$/, "");
}

/**
 * Removes `3D` at the start of a value, which remains if quoted-printable has encoded `rc=X` as `rc=3DX`. No value from
 * acq starts with `3D`. A lowercase `3d` is part of the value.
 */
function removeEncodedPrefix(value: string): string {
  return value.replace(/^(?:3D)+(?=[^])/, "");
}

function isBlank(text: string): boolean {
  return /^[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}

/** Returns the query parameters of a link that contain a code or an id, under their correct names. */
function listLinkParameters(query: URLSearchParams): [ParameterName, string][] {
  const parameters: [ParameterName, string][] = [];
  for (const [name, value] of query) {
    const parameterName = findParameterName(name);
    if (parameterName && !/[&?]/.test(value)) parameters.push([parameterName, value]);
    // The parameters were encoded as a whole (`rc=X%26vt=Y`, `rc%3DX%26vt%3DY`), or joined by a second question mark
    // (`rc=X?utm_source=mail`).
    else if (parameterName || name.includes("=") || nestedLinkPattern.test(value))
      parameters.push(...splitParameters(`${name}=${value}`));
  }
  return parameters;
}

/**
 * Matches a value that contains a second question mark and a known parameter: `mail?rc=X` in `utm_source=mail?rc=X`.
 */
const nestedLinkPattern = /^[\w.-]*\?(?:rc|vt|accountActivationId)=/;

function splitParameters(text: string): [ParameterName, string][] {
  return text.split(/[&?]/).flatMap((pair) => {
    const equalsIndex = pair.indexOf("=");
    const parameterName = equalsIndex === -1 ? undefined : findParameterName(pair.slice(0, equalsIndex));
    return parameterName ? [[parameterName, pair.slice(equalsIndex + 1)] as [ParameterName, string]] : [];
  });
}

/** Returns the known parameter for a damaged name: `&amp;vt=` in a link becomes a parameter named `amp;vt`. */
function findParameterName(name: string): ParameterName | undefined {
  const exactName = linkParameterNames.find((candidate) => candidate === name);
  if (exactName || name.length > 100 || !/rc|vt|accountActivationId/i.test(name)) return exactName;
  const normalizedParameter = name
    .replace(/[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/^(?:amp;|[?&])+/i, "")
    .toLowerCase();
  return linkParameterNames.find((candidate) => candidate.toLowerCase() === normalizedParameter);
}
