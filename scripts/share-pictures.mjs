// Renders the preview images of shared links (public/share/<locale>.jpg) for the given languages, or for all. An image
// shows the gate ajar, the drawn name (app/domain/drawn-brand.ts), and the headline in the image's language. Without
// arguments it also crops the header of e-mails from the picture of the gate (acq/mail/gate.jpg). The files
// are JPEG, because services that show previews do not read AVIF, and PNG files of the picture would be large.
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { findBrowser } from "./browser.mjs";
import { root } from "./run.mjs";

// The size of the images. https://ogp.me/ prescribes no size, but all services show a ratio of 1.91 to 1 uncropped.
const pictureSize = { width: 1200, height: 630 };
// The maximum size of an image in bytes. Some messengers do not show larger images.
const maxBytes = 90_000;
const gatePicture = createDataUrl("app/ui/art/gate/ajar-wide.avif", "image/avif");

const folder = join(root, "public", "share");
mkdirSync(folder, { recursive: true });

const args = process.argv.slice(2);
const knownLocales = readdirSync(join(root, "locales")).sort();
const unknownLocale = args.find((locale) => !knownLocales.includes(locale));
if (unknownLocale !== undefined) {
  console.error(
    `share-pictures: there is no language ${unknownLocale}; choose from ${knownLocales.join(", ")}`,
  );
  process.exit(1);
}
const locales = args.length > 0 ? args : knownLocales;

const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  const page = await browser.newPage({ viewport: pictureSize });
  for (const locale of locales) {
    const path = join(folder, `${locale}.jpg`);
    await page.setContent(renderPicture(locale, readHeadline(locale)));
    // Waits for the fonts: `setContent` waits only for pictures.
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    await page.screenshot({ path, quality: 80 });
    const bytes = statSync(path).size;
    console.log(`${path}: ${bytes} bytes`);
    if (bytes > maxBytes) throw new Error(`${path} is larger than ${maxBytes} bytes`);
  }
  if (args.length === 0) {
    await page.setViewportSize({ width: 1120, height: 368 });
    await page.setContent(
      `<body style="margin:0"><img style="display:block;inline-size:100%;margin-block-start:-74px" src="${gatePicture}">`,
    );
    await page.screenshot({ path: join(root, "acq", "mail", "gate.jpg"), quality: 64 });
  }
} finally {
  await browser.close();
}

function readHeadline(locale) {
  const landingTexts = JSON.parse(readFileSync(join(root, "locales", locale, "landing.json"), "utf8"));
  return landingTexts["headline.default"];
}

function renderPicture(locale, headline) {
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<style>
  ${renderFontFace("playfair-latin.woff2", "U+0-FF,U+131,U+152-153,U+2000-206F")}
  ${renderFontFace("playfair-latin-ext.woff2", "U+100-130,U+132-151,U+154-24F")}
  body { margin: 0; block-size: ${pictureSize.height}px; overflow: hidden; background: #0b090a; color: #f3efec; }
  img { position: absolute; inline-size: 100%; block-size: 100%; object-fit: cover; }
  h1 { position: absolute; inset: 0 72px 96px 470px; margin: 0; display: grid; align-items: end;
    font: 400 100px/1.06 Display, serif; letter-spacing: -0.02em; text-wrap: balance; }
  .name { position: absolute; margin: 0; inset: 72px auto auto 470px; display: flex; align-items: center; gap: 20px; }
  .name .mark { block-size: 46px; inline-size: 46px; }
  .name .wordmark { block-size: 42px; inline-size: 206px; }
</style>
<img src="${gatePicture}">
<p class="name"><svg class="mark" viewBox="0 0 32 32"><path d="M8 3h7L8.5 29H1.5z" fill="#f3efec"/>
  <path d="M23.5 3h7L24 29h-7z" fill="#f3efec"/><path d="M17.5 3h3.5L14.5 29H11z" fill="#e0526a"/></svg>
  ${readFileSync(join(root, "app", "ui", "art", "wordmark.svg"), "utf8")}</p>
<h1><span>${headline.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</span></h1>
</html>`;
}

function renderFontFace(file, unicodeRange) {
  const fontSource = createDataUrl(join("app", "ui", "fonts", file), "font/woff2");
  return `@font-face { font-family: Display; src: url(${fontSource}) format("woff2"); unicode-range: ${unicodeRange}; }`;
}

function createDataUrl(path, mimeType) {
  return `data:${mimeType};base64,${readFileSync(join(root, path)).toString("base64")}`;
}
