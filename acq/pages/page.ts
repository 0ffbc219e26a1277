import { createHash } from "node:crypto";
import type { Reply } from "../http";

const htmlEntityByCharacter: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEntityByCharacter[character] ?? character);
}

const pageCss = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #0b090a; color: #f3efec; font: 1.0625rem/1.6 "Avenir Next", Avenir, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
header, footer { padding: 1.5rem 1rem; text-align: center; letter-spacing: .2em; }
header { font-size: 1.5rem; letter-spacing: normal; font-family: "Bodoni 72", Didot, Georgia, serif; }
footer { letter-spacing: normal; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem; background: #f3efec; color: #171214; border-top: 4px solid #a11d41; }
h1, h2 { font-family: "Bodoni 72", Didot, Georgia, serif; }
h1 { margin: 0 0 1rem; font-size: 2.25rem; font-weight: normal; line-height: 1.25; }
h2 { margin: 0; font-size: 1.25rem; font-weight: normal; }
a { color: #6d1029; }
a, button { min-height: 44px; }
:focus-visible { outline: 3px solid #6d1029; outline-offset: 2px; }
ol { list-style: none; margin: 0; padding: 0; }
ol > li { padding: 1.5rem 0; border-top: 1px solid #857b7f; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .5rem 0; }
dt { color: #5f565a; }
dd { margin: 0; overflow-wrap: anywhere; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: 1rem; background: #fff; border: 1px solid #857b7f; font: inherit; }
label { display: block; font-weight: bold; }
input { display: block; width: 100%; min-height: 44px; margin: .25rem 0 1.25rem; padding: .5rem; border: 1px solid #171214; background: #fff; color: inherit; font: inherit; }
input[readonly] { background: transparent; border-color: #857b7f; }
.hint { margin: 0; color: #5f565a; }
.error { margin: .25rem 0 0; color: #b00b22; font-weight: bold; }
.summary { margin: 0 0 1.5rem; padding: 1rem; border: 3px solid #b00b22; }
.summary a { display: inline-block; color: #b00b22; }
.button { display: inline-block; padding: .75rem 2rem; border: 0; background: #0b090a; color: #f3efec; font: inherit; text-decoration: none; cursor: pointer; }
`;

const styleHash = createHash("sha256").update(pageCss).digest("base64");

interface HtmlPage {
  status?: number;
  lang: string;
  title: string;
  brand: string;
  /** The content of the page's `<main>` element, as escaped HTML. */
  mainHtml: string;
  /** The HTML of the notice that the site is a demonstration. */
  noticeText?: string | undefined;
}

/** Returns a page without script. The Content-Security-Policy allows its style sheet by hash. */
export function renderHtmlPage({ status = 200, lang, title, brand, mainHtml, noticeText }: HtmlPage): Reply {
  return {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      "Referrer-Policy": "same-origin",
    },
    body: `<!doctype html>
<html lang="${lang}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} – ${escapeHtml(brand)}</title>
<style>${pageCss}</style>
</head>
<body>
<header>${escapeHtml(brand)}</header>
<main>
${mainHtml}
</main>
${noticeText === undefined ? "" : `<footer>${escapeHtml(noticeText)}</footer>\n`}</body>
</html>
`,
  };
}
