import fc from "fast-check";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { compressInThisThread } from "~/server/precompressed/compress-blocks.server";
import { createPrecompressedTexts } from "~/server/precompressed/precompressed-texts.server";
import {
  type DocumentRenderer,
  fillPage,
  createPageTemplate,
  createPageTemplates,
} from "~/server/personalized-pages/page-templates.server";

type TemplateView = (props: { code: string; inviter: string }) => React.ReactElement;

const plainView: TemplateView = ({ code, inviter }) => (
  <form title={inviter} data-code={code}>
    {inviter} brings <b>{code}</b>
    {inviter}
    <input type="hidden" name="code" value={code} />
    <style dangerouslySetInnerHTML={{ __html: ".e{}" }} nonce={code} />
  </form>
);

const toScriptJson = (value: unknown) => JSON.stringify(value).replaceAll("<", String.raw`\u003c`);

/**
 * Returns a document that contains the view, the view's data as JSON, and data as nested JSON, like the server's
 * documents.
 */
function renderDocument(View: TemplateView, [code = "", inviter = ""]: readonly string[]): Buffer {
  const view = renderToString(<View code={code} inviter={inviter} />).replaceAll("\0", "");
  const data = toScriptJson({ code, data: JSON.stringify([inviter, { code, a: "code" }]) });
  return Buffer.from(`${view}<script type="application/json">${data}</script>`);
}

const createRender =
  (view: TemplateView): DocumentRenderer =>
  (values) =>
    Promise.resolve({ html: renderDocument(view, values).toString(), headerEntries: [] });

const createTemplateOf = (render: DocumentRenderer) =>
  createPageTemplate(render, 2, createPrecompressedTexts(1000, compressInThisThread));

/** Generates any non-empty text, including markup, markers and parts of markers. An empty text is not a slot. */
const value = fc.oneof(
  fc.string({ unit: "binary", minLength: 1 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 6000, size: "max" }),
  fc
    .array(fc.nat(0xffff), { minLength: 1 })
    .map((charCodes) => charCodes.map((charCode) => String.fromCharCode(charCode)).join("")),
  fc.string({ minLength: 1, unit: fc.constantFrom(...Array.from("<>&\"'`$1{}\\/ \n\0eslotn0 ")) }),
  fc.constantFrom(
    "pat",
    "B",
    "Data",
    "e",
    "null",
    "code",
    "</form>",
    "slot0e",
    "$&",
    "$t(x)",
    "&amp;",
    "u003c",
  ),
);

it("filled template equals the rendered page byte for byte, for any slot values", async () => {
  const template = await createTemplateOf(createRender(plainView));
  if (!template) throw new Error("no template");
  fc.assert(
    fc.property(fc.tuple(value, value), (values) => {
      const filledPage = fillPage(template, values).toString();
      expect(filledPage).toBe(renderDocument(plainView, values).toString());
    }),
    { numRuns: 1000 },
  );
});

it("filled template has the right values even if two values are equal or one contains the other", async () => {
  const template = await createTemplateOf(createRender(plainView));
  if (!template) throw new Error("no template");
  for (const values of [
    ["Anna", "Anna"],
    ["Anna", "Anna-Maria"],
    ["BRAVO", "RAV"],
  ])
    expect(fillPage(template, values).toString()).toBe(renderDocument(plainView, values).toString());
});

describe("page template with a slot value", () => {
  it.each<[string, (text: string) => string]>([
    ["shows the value in capitals", (text) => text.toUpperCase()],
    ["shows only the first letter of the value", (text) => text.slice(0, 1)],
    ["shortens a long value", (text) => text.slice(0, 1000)],
    ["trims the value", (text) => text.trim()],
    ["encodes the value for a URL", (text) => encodeURIComponent(Buffer.from(text).toString())],
    ["shows the length of the value", (text) => String(text.length)],
    ["shows the value only if it has no spaces", (text) => (/^\S+$/.test(text) ? text : "")],
    ["normalizes the value", (text) => text.normalize("NFKD")],
  ])("cannot be created if the page %s", async (_, transformText) => {
    expect(
      await createTemplateOf(createRender(({ inviter }) => <p>{transformText(inviter)}</p>)),
    ).toBeUndefined();
  });

  it("cannot be created if the value is in a textarea, where React doubles a first line break", async () => {
    expect(
      await createTemplateOf(createRender(({ inviter }) => <textarea defaultValue={inviter} />)),
    ).toBeUndefined();
  });

  it("cannot be created if the page repeats the query string of the request", async () => {
    const render: DocumentRenderer = (values, search) =>
      Promise.resolve({
        html: `${renderDocument(plainView, values).toString()}${search}`,
        headerEntries: [],
      });
    expect(await createTemplateOf(render)).toBeUndefined();
  });
});

/** Creates page templates. Counts the renderings, and the reports of pages that cannot have a template. */
function createTestPages(view: TemplateView, limits = { templates: 10, compressedBytes: 1000, keys: 10 }) {
  const counts = { drawn: 0, unfit: 0 };
  const templates = createPageTemplates(() => (counts.unfit += 1), compressInThisThread, limits);
  const render: DocumentRenderer = (values, search) => {
    counts.drawn += 1;
    return createRender(view)(values, search);
  };
  const visit = async (key = "page") => {
    const isTemplateCached = templates.findTemplate(key) !== undefined;
    if (!isTemplateCached) await templates.countMiss(key, 2, render);
    return isTemplateCached;
  };
  return { visit, seen: counts, templates };
}

describe("page template cache", () => {
  it("builds a template only once if more visitors arrive during the build", async () => {
    const { templates, visit, seen } = createTestPages(plainView);
    await visit();
    const secondVisit = visit();
    const thirdVisit = templates.getPendingTemplate("page");
    await Promise.all([secondVisit, visit(), visit()]);
    expect(await thirdVisit).toBe(templates.findTemplate("page"));
    expect(templates.getPendingTemplate("page")).toBeUndefined();
    await templates.countMiss("page", 2, createRender(plainView));
    expect(seen.drawn).toBe(3);
  });

  it("starts to build a template for the second visitor, and uses the template for the third visitor", async () => {
    const { visit, seen } = createTestPages(plainView);
    expect([await visit(), seen.drawn]).toEqual([false, 0]);
    expect([await visit(), seen.drawn]).toEqual([false, 3]);
    expect([await visit(), seen.drawn]).toEqual([true, 3]);
  });

  it("builds a template once for any number of simultaneous visitors", async () => {
    const { visit, seen } = createTestPages(plainView);
    await Promise.all(Array.from({ length: 20 }, () => visit()));
    expect(seen.drawn).toBe(3);
    expect(await visit()).toBe(true);
  });

  it("reports a page without a possible template once, and does not try to build the template again", async () => {
    for (const view of [
      ({ inviter }) => <p>{inviter.length}</p>,
      ({ code }) => <a href={new URL(`https://club.example:${code}`).href}>{code}</a>,
    ] satisfies TemplateView[]) {
      const { visit, seen } = createTestPages(view);
      for (let time = 0; time < 4; time += 1) expect(await visit()).toBe(false);
      expect(seen.unfit).toBe(1);
    }
  });

  it("keeps its templates while one client requests a hundred other pages once each", async () => {
    const { visit } = createTestPages(plainView);
    for (let time = 0; time < 2; time += 1) await visit();
    for (let index = 0; index < 100; index += 1) await visit(`other ${index}`);
    expect(await visit()).toBe(true);
  });

  it("replaces the least recently used template, which is built again when requested", async () => {
    const { visit } = createTestPages(plainView, { templates: 2, compressedBytes: 1000, keys: 10 });
    for (const key of ["a", "a", "b", "b", "a", "c", "c", "a"]) await visit(key);
    expect([await visit("a"), await visit("c"), await visit("b")]).toEqual([true, true, false]);
    expect(await visit("b")).toBe(true);
  });
});
