import { escapeHtml } from "../html";

interface Letter {
  lang: string;
  brand: string;
  subject: string;
  /** Paragraphs, escaped. */
  before: string[];
  button: { label: string; link: string };
  fallback: string;
  /** Paragraphs, escaped. */
  after: string[];
}

const DISPLAY = "'Bodoni 72',Didot,'Playfair Display',Georgia,'Times New Roman',serif";
const SANS = "'Avenir Next',Avenir,'Segoe UI','Helvetica Neue',Helvetica,Arial,sans-serif";
const PARAGRAPH = `margin:0 0 18px;font:17px/1.6 ${SANS};color:#171214`;
const SMALL = `margin:0 0 12px;font:14px/1.6 ${SANS};color:#5f565a`;
const LATER = `margin:0 0 12px;font:14px/1.6 ${SANS};color:#b9aeb1`;
const TABLE = `role="presentation" cellpadding="0" cellspacing="0" border="0"`;

/**
 * Black, bone and claret, in tables and inline styles: what every mail program understands. No picture, nothing
 * remote; the mark is three cells that lean where a program can lean them.
 */
export function letter({ lang, brand, subject, before, button, fallback, after }: Letter): string {
  const link = escapeHtml(button.link);
  const [greeting = "", ...paragraphs] = before;
  return `<!doctype html>
<html lang="${lang}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light only">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#0b090a">
<div style="display:none;max-height:0;overflow:hidden">${after[0] ?? ""}</div>
<table ${TABLE} width="100%" bgcolor="#0b090a">
<tr><td align="center" style="padding:36px 12px">
<table ${TABLE} width="100%" style="max-width:560px">
<tr><td style="padding:0 32px 28px"><table ${TABLE}><tr>
${["#f3efec", "#e0526a", "#f3efec"].map(bar).join("\n")}
<td style="padding-left:12px;font:24px/28px ${DISPLAY};color:#f3efec">${escapeHtml(brand)}</td>
</tr></table></td></tr>
<tr><td bgcolor="#f3efec" style="padding:44px 32px 36px;border-top:4px solid #a11d41">
<h1 style="margin:0 0 22px;font:400 34px/1.15 ${DISPLAY};color:#171214">${greeting}</h1>
${paragraphs.map((paragraph) => `<p style="${PARAGRAPH}">${paragraph}</p>`).join("\n")}
<table ${TABLE} style="margin:10px 0 30px">
<tr><td bgcolor="#6d1029" style="padding:17px 36px"><a href="${link}" style="font:600 17px/1.2 ${SANS};color:#ffffff;text-decoration:none">${escapeHtml(button.label)}</a></td></tr>
</table>
<p style="${SMALL}">${escapeHtml(fallback)}<br><a href="${link}" style="color:#6d1029;word-break:break-all">${link}</a></p>
</td></tr>
<tr><td style="padding:28px 32px 0">
${after.map((paragraph) => `<p style="${LATER}">${paragraph}</p>`).join("\n")}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function bar(colour: string): string {
  return `<td style="padding-right:3px"><div style="width:6px;height:24px;background:${colour};font-size:0;transform:skewX(-14deg)"></div></td>`;
}
