import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localeCodes } from "~/i18n/locales";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { createHttpVisitor } from "./http-visitor";

let site: Velvetgate;

beforeAll(async () => {
  site = await startVelvetgate({ env: { FEATURES: "seasonal-banner=black-friday" } });
});

afterAll(() => site.stop());

const bytesPerKilobyte = 1024;
const computeCompressedBytes = (text: string) => brotliCompressSync(text).length;
/** The size budget of the landing page. It is two percent below 14 KB, as a reserve for longer texts. */
const landingBudgetBytes = Math.floor(14 * bytesPerKilobyte * 0.98);

/**
 * Returns the parts of a page, each with the number of bytes that it adds to the compressed page. The test's failure
 * message shows this list.
 */
function describePartSizes(html: string): string {
  const totalBytes = computeCompressedBytes(html);
  const partPatterns = {
    styles: /<style[^>]*>.*?<\/style>/s,
    data: /<script type="application\/json" id="page-data">.*?<\/script>/s,
    "first script": /<script(?: nonce="[^"]*")?>.*?<\/script>/s,
    head: /<head>.*?(?=<style)/s,
    footer: /<footer.*?<\/footer>/s,
    main: /<main.*?<\/main>/s,
  };
  const partSizes = Object.entries(partPatterns).map(([name, part]) => ({
    name,
    bytes: totalBytes - computeCompressedBytes(html.replace(part, "")),
  }));
  const partsBySize = partSizes.sort((one, other) => other.bytes - one.bytes);
  return partsBySize.map(({ name, bytes }) => `${name} ${String(bytes)}`).join(", ");
}

/** The size limits of the landing page. They let a slow connection load the page in its first round trips. */
describe.each(localeCodes)("landing page in %s", (locale) => {
  it.each(["", "?rc=WELCOME"])(`has at most 14 KB compressed, with inline styles: '%s'`, async (query) => {
    const { body } = await createHttpVisitor(site).get(`/${locale}${query}`);
    expect(body).toContain("<style");
    const bytes = computeCompressedBytes(body);
    expect(bytes, bytes > landingBudgetBytes ? describePartSizes(body) : "").toBeLessThanOrEqual(
      landingBudgetBytes,
    );
  });
});

it.each(["/de", "/de/registration/deny", "/de/products/mirovale"])(
  "page %s links its style sheet exactly once",
  async (path) => {
    const { body } = await createHttpVisitor(site).get(path);
    expect(body.match(/<link rel="stylesheet"/g)).toHaveLength(1);
  },
);

describe("landing page", () => {
  it("has at most 12 KB of compressed styles, and links the style sheet after the code field", async () => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.get("/de");
    const inlineStyles = /<style[^>]*>(.*?)<\/style>/s.exec(body)?.[1] ?? "";
    const [head = "", bodyPart = ""] = body.split("</head>");
    expect(head).not.toContain('rel="stylesheet"');
    const [file = ""] = [...bodyPart.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(
      ([, href]) => href,
    );
    const deferredStyles = await (await fetch(site.url(file))).text();
    expect(deferredStyles).toContain(".flow");
    expect(computeCompressedBytes(inlineStyles) + computeCompressedBytes(deferredStyles)).toBeLessThanOrEqual(
      12 * bytesPerKilobyte,
    );
    expect(body.indexOf('name="registrationCode"')).toBeLessThan(body.indexOf('rel="stylesheet"'));
  });

  it("loads scripts without blocking, and pictures below the first screen lazily", async () => {
    const { body } = await createHttpVisitor(site).get("/de");
    const scripts = body.match(/<script[^>]*\bsrc=[^>]*>/g) ?? [];
    for (const script of scripts) expect(script).toMatch(/\b(async|defer|type="module")/);
    const pictures = body.match(/<img[^>]*>/g) ?? [];
    expect(pictures.length).toBeGreaterThan(15);
    const [firstPicture, ...otherPictures] = pictures;
    expect(firstPicture).not.toContain("lazy");
    for (const picture of otherPictures) expect(picture).toContain('loading="lazy"');
    for (const picture of pictures) expect(picture).toMatch(/ width="\d+" height="\d+"/);
  });
});

describe("picture of the gate", () => {
  const readPicture = (html: string, className: string) =>
    new RegExp(`<picture class="${className}">(.*?)</picture>`, "s").exec(html)?.[1];

  it.each([
    ["/de", "gate-art"],
    ["/de?rc=WELCOME", "gate-art"],
    ["/de", "call-art"],
    ["/de/registration/deny?reason=invalid", "page-art"],
    ["/de/registration/activateaccount?accountActivationId=1", "page-art"],
  ])("has at most 30 KB in wide windows and 15 KB on phones: %s, %s", async (path, className) => {
    const { body } = await createHttpVisitor(site).get(path);
    const files = readPicture(body, className)?.match(/\/assets\/[\w.-]+\.avif/g) ?? [];
    expect(files).toHaveLength(2);
    const [wideBytes, tallBytes] = await Promise.all(
      files.map(async (file) => (await (await fetch(site.url(file))).arrayBuffer()).byteLength),
    );
    expect(wideBytes).toBeLessThanOrEqual(30 * bytesPerKilobyte);
    expect(tallBytes).toBeLessThanOrEqual(15 * bytesPerKilobyte);
  });

  it.each([
    ["/de", "gate-art"],
    ["/de", "call-art"],
    ["/de/registration/deny?reason=invalid", "page-art"],
  ])("is missing for a visitor with Save-Data: %s, %s", async (path, className) => {
    const { body } = await createHttpVisitor(site).get(path, { "Save-Data": "on" });
    expect(body).toContain(`class="${className}"`);
    expect(readPicture(body, className)).toBeUndefined();
  });
});

it("landing page for a visitor with Save-Data contains no pictures of stores or the membership card", async () => {
  const visitor = createHttpVisitor(site);
  const pictureNames = /\b(?:munich|dornach|voesendorf|membership-card)-[\w-]+\.avif/g;
  expect((await visitor.get("/de")).body.match(pictureNames)).toHaveLength(5);
  expect((await visitor.get("/de", { "Save-Data": "on" })).body).not.toMatch(pictureNames);
});

it("server bundle contains only Latin-1 characters, since other characters would double its memory use", () => {
  const programs = readdirSync("build", { recursive: true, encoding: "utf8" })
    .filter((file) => /^(?:chunks\/)?[^/]+\.js$/.test(file))
    .map((file) => ({ file, text: readFileSync(`build/${file}`, "utf8") }));
  expect(programs.length).toBeGreaterThan(3);
  const nonLatinPrograms = programs.filter(({ text }) => /[\u0100-\uffff]/.test(text));
  expect(nonLatinPrograms.map(({ file }) => file)).toEqual([]);
});
