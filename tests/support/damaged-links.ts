type LinkDamage = readonly [name: string, damage: (parameter: string, value: string) => string];

/** Inserts a text in the middle of a value. */
function insertInto(value: string, text: string): string {
  return `${value.slice(0, 4)}${text}${value.slice(4)}`;
}

/** Query parameters in links, damaged as mail programs, messengers and people damage them. */
export const damagedIds: readonly LinkDamage[] = [
  ["=3D instead of =", (name, value) => `${name}=3D${value}`],
  ["an encoded = in front", (name, value) => `${name}=%3D${value}`],
  ["an encoded =3D in front", (name, value) => `${name}=%3D3D${value}`],
  ["a line break inside", (name, value) => `${name}=${insertInto(value, "%0D%0A")}`],
  ["a soft line break inside", (name, value) => `${name}=${insertInto(value, "=%0D%0A")}`],
  ["the sign of a soft line break inside", (name, value) => `${name}=${insertInto(value, "=")}`],
  ["a zero-width space at its end", (name, value) => `${name}=${value}%E2%80%8B`],
  ["a zero-width space inside", (name, value) => `${name}=${insertInto(value, "%E2%80%8B")}`],
  ["a no-break space at its end", (name, value) => `${name}=${value}%C2%A0`],
  ["a space at its end", (name, value) => `${name}=${value}%20`],
  ["a space that was encoded twice", (name, value) => `${name}=${value}%2520`],
  ["an encoded space of quoted-printable", (name, value) => `${name}=${value}=20`],
  ["a full stop at its end", (name, value) => `${name}=${value}.`],
  ["a bracket at its end", (name, value) => `${name}=${value})`],
  ["an angle bracket at its end", (name, value) => `${name}=${value}%3E`],
  ["a comma at its end", (name, value) => `${name}=${value},`],
  ["angle brackets around it", (name, value) => `${name}=%3C${value}%3E`],
  ["quotation marks around it", (name, value) => `${name}=%22${value}%22`],
  ["typographic quotation marks around it", (name, value) => `${name}=%E2%80%9E${value}%E2%80%9C`],
  ["asterisks around it", (name, value) => `${name}=*${value}*`],
  ["a second question mark after it", (name, value) => `${name}=${value}?utm_source=mail`],
  ["a second question mark before it", (name, value) => `utm_source=mail?${name}=${value}`],
  ["a semicolon after it", (name, value) => `${name}=${value};utm_source=mail`],
  ["an encoded hash after it", (name, value) => `${name}=${value}%23top`],
  ["an HTML element around it", (name, value) => `${name}=%3Cb%3E${value}%3C/b%3E`],
  ["the end of an HTML element", (name, value) => `${name}=${value}%22%3E%3C/a%3E`],
  ["an HTML entity at its end", (name, value) => `${name}=${value}&quot;`],
  ["the end of a Markdown link", (name, value) => `${name}=${value}](https://club.example/)`],
  ["a soft hyphen inside", (name, value) => `${name}=${insertInto(value, "%C2%AD")}`],
  ["direction marks around it", (name, value) => `${name}=%E2%80%AA${value}%E2%80%AC`],
  ["a byte order mark in front", (name, value) => `${name}=%EF%BB%BF${value}`],
  ["a variation selector at its end", (name, value) => `${name}=${value}%EF%B8%8F`],
  ["a NUL inside", (name, value) => `${name}=${insertInto(value, "%00")}`],
  ["the same parameter twice", (name, value) => `${name}=${value}&${name}=${value}`],
  ["&amp; before the parameter", (name, value) => `utm_source=mail&amp;${name}=${value}`],
  ["typographic hyphens", (name, value) => `${name}=${value.replaceAll("-", "%E2%80%91")}`],
  ["dashes", (name, value) => `${name}=${value.replaceAll("-", "%E2%80%93")}`],
];

/** Registration codes, damaged like the links, and codes as people type them. */
export const damagedCodes: readonly LinkDamage[] = [
  ...damagedIds,
  ["spaces inside", (name, value) => `${name}=${insertInto(value, "+")}`],
  ["wide characters", (name, value) => `${name}=${encodeURIComponent(toWideCharacters(value))}`],
];

function toWideCharacters(text: string): string {
  return text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0));
}
