import { escapeHtml } from "../html";
import type { Locale } from "../locales";

interface Letter {
  locale: Locale;
  brand: string;
  subject: string;
  /** Paragraphs, escaped. */
  before: string[];
  button: { label: string; link: string };
  fallback: string;
  /** Paragraphs, escaped. */
  after: string[];
}

const SERIF = "Georgia,'Times New Roman',serif";
const PARAGRAPH = `margin:0 0 20px;font:17px/1.6 ${SERIF};color:#1c1a17`;
const SMALL = `margin:0 0 14px;font:14px/1.6 ${SERIF};color:#57524a`;

/** Black and ivory, in tables and inline styles: what every mail program understands. No picture, nothing remote. */
export function letter({ locale, brand, subject, before, button, fallback, after }: Letter): string {
  const link = escapeHtml(button.link);
  return `<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#0f0e0d">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#0f0e0d">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td align="center" style="padding:8px 0 28px;font:26px/1.2 ${SERIF};letter-spacing:5px;color:#f6f1e7">${escapeHtml(brand)}</td></tr>
<tr><td bgcolor="#f6f1e7" style="padding:40px 32px;border-top:3px solid #b08d57">
${before.map((paragraph) => `<p style="${PARAGRAPH}">${paragraph}</p>`).join("\n")}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:12px 0 28px">
<tr><td bgcolor="#0f0e0d" style="padding:16px 34px"><a href="${link}" style="font:17px/1.2 ${SERIF};letter-spacing:1px;color:#f6f1e7;text-decoration:none">${escapeHtml(button.label)}</a></td></tr>
</table>
<p style="${SMALL}">${escapeHtml(fallback)}<br><a href="${link}" style="color:#57524a;word-break:break-all">${link}</a></p>
${after.map((paragraph) => `<p style="${SMALL}">${paragraph}</p>`).join("\n")}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
