/** Below this a value is in every text by chance: such are taken out by their field's name alone. */
export const shortestValue = 3;
/** The shortest piece of a text in base64 or hexadecimal that is looked for. */
const shortestPiece = 6;

/**
 * All the ways in which a value may be written in a text: as it is and without spaces and hyphens (as codes are
 * read), word by word, encoded for URLs, forms, JSON and HTML, in base64 at any place of a longer text, and in
 * hexadecimal. Upper and lower case are for whoever compares.
 */
export function spellingsOf(value: string): string[] {
  const whole = value.trim();
  const bases = new Set([
    whole,
    whole.normalize("NFC"),
    whole.normalize("NFD"),
    whole.replaceAll(/[\s-]/g, ""),
  ]);
  for (const word of whole.split(/\s+/)) bases.add(word);
  const found = new Set<string>();
  for (const base of bases) {
    if (base.length < shortestValue) continue;
    for (const text of [base, ...inUrls(base), ...inJson(base), ...inHtml(base)]) found.add(text);
    for (const piece of inBytes(base)) if (piece.length >= shortestPiece) found.add(piece);
  }
  return [...found];
}

/** Without halves of signs, which no encoding takes. */
export const wellFormed = (text: string) => text.replaceAll(/\p{Surrogate}/gu, "\ufffd");

function inUrls(text: string): string[] {
  const whole = wellFormed(text);
  const part = encodeURIComponent(whole);
  const form = new URLSearchParams({ "": whole }).toString().slice(1);
  return [part, part.replaceAll("%20", "+"), encodeURIComponent(part), encodeURI(whole), form];
}

function inJson(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return [json, ascii, JSON.stringify(json).slice(1, -1)];
}

function inHtml(text: string): string[] {
  const named = text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
  const asNumbers = (digits: (code: number) => string) =>
    named.replaceAll(/['\u0080-\u{10ffff}]/gu, (sign) => `&#${digits(sign.codePointAt(0) ?? 0)};`);
  return [
    ...[named, named.replaceAll("'", "&#x27;"), named.replaceAll("'", "&#39;")],
    ...[asNumbers((code) => code.toString()), asNumbers((code) => `x${code.toString(16)}`)],
  ];
}

function inBytes(text: string): string[] {
  const bytes = [...new TextEncoder().encode(text)];
  const hexadecimal = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const pieces = [0, 1, 2].map((before) => base64Piece(bytes, before));
  return [hexadecimal, ...pieces, ...pieces.map((piece) => piece.replaceAll("+", "-").replaceAll("/", "_"))];
}

/** The letters that these bytes alone decide, so many bytes behind a multiple of three (RFC 4648, section 4). */
function base64Piece(bytes: number[], before: number): string {
  const padded = [...Array.from({ length: before }, () => 0), ...bytes];
  const decided = Math.floor((padded.length * 8) / 6);
  return btoa(String.fromCharCode(...padded)).slice(Math.ceil((before * 8) / 6), decided);
}
