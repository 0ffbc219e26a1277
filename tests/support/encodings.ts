import { createHash } from "node:crypto";

/** Returns a text in all encodings in which it may leak. The list of encodings is independent of the app's own list. */
export function encodeEveryWay(value: string): Map<string, string> {
  const bytes = Buffer.from(value);
  const encodeBase64AtOffset = (offset: number) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + bytes.length) * 4) / 3));
  const unicodeEscapes = Array.from(value, (character) =>
    character > "~" ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : character,
  );
  const encodedForms: [string, string][] = [
    ["plain", value],
    ["upper case", value.toUpperCase()],
    ["lower case", value.toLowerCase()],
    ["decomposed", value.normalize("NFD")],
    ["percent-encoded", encodeURIComponent(value)],
    ["percent-encoded, small", encodeURIComponent(value).toLowerCase()],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(value))],
    ["of a form", new URLSearchParams([["x", value]]).toString().slice(2)],
    ["JSON", JSON.stringify(value).slice(1, -1)],
    ["JSON in JSON", JSON.stringify(JSON.stringify(value)).slice(3, -3)],
    ["JSON in ASCII", unicodeEscapes.join("")],
    ["HTML", value.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll('"', "&quot;")],
    ["base64", encodeBase64AtOffset(0)],
    ["base64, one further", encodeBase64AtOffset(1)],
    ["base64, two further", encodeBase64AtOffset(2)],
    ["base64url", bytes.toString("base64url")],
    ["hexadecimal", bytes.toString("hex")],
    ["hexadecimal, capital", bytes.toString("hex").toUpperCase()],
  ];
  if (value.includes("@"))
    encodedForms.push(["SHA-256", createHash("sha256").update(value.toLowerCase()).digest("hex")]);
  return new Map(encodedForms);
}
