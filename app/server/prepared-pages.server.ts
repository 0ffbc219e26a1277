import * as z from "zod";
import { createHash } from "node:crypto";
import type { Config } from "~/config/environment";
import { getLanguageTag, type Locale, localeCodes } from "~/i18n/locales";
import { createSecurityHeaders } from "./security-headers.server";
import type { MessageKey } from "~/i18n/translator";

/** A page that was rendered in advance. `rawHeaders` alternates between names and values of headers. */
export interface PreparedPage {
  rawHeaders: readonly string[];
  body: Buffer;
}

const errorTexts = z.object({ default: z.record(z.string(), z.string()) });

/** The texts of a prepared page, or their keys in the namespace "errors". */
type PreparedPageTexts<Text extends string> = Readonly<Record<"title" | "heading" | "body" | "button", Text>>;

/**
 * Reads a page's texts without Remix and its translator, because the translator's imports work only in Vite. The import
 * below also works in the server's bundle.
 */
async function readErrorTexts(
  locale: Locale,
  messageKeys: PreparedPageTexts<MessageKey>,
): Promise<PreparedPageTexts<string>> {
  const errorsModule: unknown = await import(`../../locales/${locale}/errors.json`);
  const texts = errorTexts.parse(errorsModule).default;
  const getText = (key: MessageKey) => texts[key.replace("errors:", "")] ?? "";
  return {
    title: getText(messageKeys.title),
    heading: getText(messageKeys.heading),
    body: getText(messageKeys.body),
    button: getText(messageKeys.button),
  };
}

/**
 * Prepares a page in each language, so that sending it needs neither Remix nor a file.
 *
 * @param messageKeys - the keys of the page's texts, in the namespace "errors"
 * @param headers - the page's own headers
 */
export async function preparePages(
  config: Config,
  messageKeys: PreparedPageTexts<MessageKey>,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<Locale, PreparedPage>> {
  const stylesHash = createHash("sha256").update(pageStyles).digest("base64");
  const securityHeaders = createSecurityHeaders(config)({ scripts: [], styles: [`'sha256-${stylesHash}'`] });
  const pages = await Promise.all(
    localeCodes.map(async (locale) => {
      const body = Buffer.from(renderPage(locale, config.brand, await readErrorTexts(locale, messageKeys)));
      const pageHeaders = {
        "content-type": "text/html; charset=utf-8",
        "content-length": String(body.length),
        "content-language": getLanguageTag(locale),
        "cache-control": "no-store",
        ...headers,
      };
      return [
        locale,
        { body, rawHeaders: [...securityHeaders, ...Object.entries(pageHeaders)].flat() },
      ] as const;
    }),
  );
  return new Map(pages);
}

function renderPage(
  locale: Locale,
  brand: string,
  { title, heading, body, button }: PreparedPageTexts<string>,
): string {
  return [
    `<!DOCTYPE html><html lang="${getLanguageTag(locale)}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escapeHtml(`${title} – ${brand}`)}</title><style>${pageStyles}</style></head>`,
    `<body><header>${brandMark}<span>${escapeHtml(brand)}</span></header><main>`,
    `<h1>${escapeHtml(heading)}</h1>`,
    `<p>${escapeHtml(body)}</p>`,
    // The link requests the same URL with GET, so that a form that the visitor has submitted is not submitted again.
    `<p><a href="">${escapeHtml(button)}</a></p>`,
    `</main></body></html>`,
  ].join("");
}

/** Escapes a text for HTML. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

const brandMark =
  `<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">` +
  `<path d="M8 3h7L8.5 29H1.5z" fill="currentColor"/><path d="M23.5 3h7L24 29h-7z" fill="currentColor"/>` +
  `<path d="M17.5 3h3.5L14.5 29H11z" fill="#e0526a"/></svg>`;

/** The style of the page: dark, with one colored line and system fonts (docs/develop/design.md). */
const pageStyles = [
  `html{color-scheme:dark;background:#0b090a;color:#f3efec}`,
  `body{margin:0;min-height:100vh;min-height:100svh;box-sizing:border-box;padding:1.5rem clamp(1.25rem,5vw,6rem);`,
  `font:1.0625rem/1.55 "Avenir Next",Avenir,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;`,
  `overflow-wrap:anywhere}`,
  `header{display:flex;gap:.5rem;align-items:center}`,
  `main{margin-top:min(18vh,10rem);max-width:34rem}`,
  `h1{font:400 clamp(2.125rem,1.5rem + 2.8vw,3.75rem)/1.05 "Bodoni 72",Didot,"Playfair Display",Georgia,serif;margin:0}`,
  `h1::before{content:"";display:block;width:2px;height:4rem;margin:0 0 1.5rem .5rem;background:#e0526a;transform:skewX(-14deg)}`,
  `p{margin:1.5rem 0 0}`,
  `a{display:inline-block;box-sizing:border-box;min-height:44px;padding:.6rem 1.5rem;background:#f3efec;color:#0b090a;`,
  `text-decoration:none;border:1px solid}`,
  `a:focus-visible{outline:3px solid #f3efec;outline-offset:3px}`,
].join("");
