import fc from "fast-check";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { pageFromTemplate } from "~/request/page-templates/page-from-template.server";
import { createPageTemplates } from "~/request/page-templates/page-templates.server";

type View = (props: { code: string; inviter: string }) => React.ReactElement;

const plain: View = ({ code, inviter }) => (
  <form title={inviter} data-code={code}>
    {inviter} brings <b>{code}</b>
    {inviter}
    <input type="hidden" name="code" value={code} />
    <style dangerouslySetInnerHTML={{ __html: ".e{}" }} nonce={code} />
  </form>
);

/** Draws as the server does: half a surrogate pair does not survive being sent, and NUL is no HTML. */
const html = (View: View, [code = "", inviter = ""]: readonly string[]) =>
  Buffer.from(renderToString(<View code={code} inviter={inviter} />))
    .toString()
    .replaceAll("\0", "");

/** Pages of one view, how often one was drawn, and what was told of templates. */
function newPages(view: View, templates = createPageTemplates()) {
  const seen = { drawn: 0, filled: 0, unfit: 0 };
  const visit = (values: readonly string[], key = "page") =>
    pageFromTemplate(templates, {
      key,
      values,
      draw(others) {
        seen.drawn += 1;
        return Promise.resolve(html(view, others));
      },
      onFilled: () => (seen.filled += 1),
      onUnfit: () => (seen.unfit += 1),
    });
  return { visit, seen, templates };
}

async function withTemplate(view: View) {
  const pages = newPages(view);
  for (let time = 0; time < 2; time += 1) await pages.visit(["BRAVO", "Bruno"]);
  return pages;
}

/** Any text, and what is markup, a marker or a part of one to somebody. */
const value = fc.oneof(
  fc.string({ minLength: 1, unit: "binary" }),
  fc.string({ minLength: 1, unit: "grapheme", maxLength: 6000, size: "max" }),
  fc
    .array(fc.nat(0xffff), { minLength: 1 })
    .map((units) => units.map((unit) => String.fromCharCode(unit)).join("")),
  fc.string({ minLength: 1, unit: fc.constantFrom(...Array.from("<>&\"'`$1{}\\/ \n\0eslotn0 ")) }),
  fc.constantFrom(
    "pat",
    "B",
    "Data",
    "e",
    "null",
    "code",
    "form",
    "</form>",
    "slot0e",
    "$&",
    "$t(x)",
    "&amp;",
  ),
);

it("a filled page is to the byte the page that is drawn, whatever its visitor is called", async () => {
  const { visit, seen } = await withTemplate(plain);
  const before = seen.drawn;
  await fc.assert(
    fc.asyncProperty(fc.tuple(value, value), async (values) => {
      expect(await visit(values)).toBe(html(plain, values));
    }),
    { numRuns: 500 },
  );
  expect(seen.drawn).toBe(before);
  expect(seen.filled).toBeGreaterThan(400);
});

it("the same text in two slots, or one inside the other, stays in its own", async () => {
  const { visit } = await withTemplate(plain);
  for (const values of [
    ["Anna", "Anna"],
    ["Anna", "Anna-Maria"],
    ["BRAVO", "RAV"],
  ])
    expect(await visit(values)).toBe(html(plain, values));
});

it.each<[string, (text: string) => string]>([
  ["writes it in capitals", (text) => text.toUpperCase()],
  ["shows its first letter", (text) => text.slice(0, 1)],
  ["cuts it at a length", (text) => text.slice(0, 1000)],
  ["trims it", (text) => text.trim()],
  ["encodes it for an address", (text) => encodeURIComponent(Buffer.from(text).toString())],
  ["says how long it is", (text) => String(text.length)],
  ["knows one", (text) => (text === "Bruno" ? "VIP" : text)],
  ["normalizes it", (text) => text.normalize("NFKD")],
])("a page that does more with a value than print it, %s, is drawn anew each time", async (_, told) => {
  const view: View = ({ inviter }) => <p>{told(inviter)}</p>;
  const { visit, seen } = await withTemplate(view);
  const before = seen.drawn;
  expect(await visit(["CARGO", "Carla"])).toBe(html(view, ["CARGO", "Carla"]));
  expect(seen).toEqual({ drawn: before + 1, filled: 0, unfit: 1 });
});

it("a page whose first line break React doubles is drawn anew each time", async () => {
  const { seen } = await withTemplate(({ inviter }) => <textarea defaultValue={inviter} />);
  expect(seen.unfit).toBe(1);
});

it("a page that cannot be drawn with other values is drawn all the same", async () => {
  const view: View = ({ code }) => <a href={new URL(`https://club.example:${code}`).href}>{code}</a>;
  const { visit, seen } = newPages(view);
  for (const code of ["8001", "8002", "8003"]) expect(await visit([code])).toBe(html(view, [code]));
  expect(seen).toMatchObject({ filled: 0, unfit: 1 });
});

it("nothing of a visitor is kept", async () => {
  const { visit, templates } = newPages(plain);
  await visit(["ALPHA-canary", "Anna-canary"]);
  await visit(["BRAVO-canary", "Bruno-canary"]);
  const kept = templates.find("page");
  expect(kept.status).toBe("made");
  expect(JSON.stringify(kept)).not.toContain("canary");
});

it("other keys have templates of their own, and the least used goes first", async () => {
  const { visit, seen } = newPages(plain, createPageTemplates(2));
  const values = ["ALPHA", "Anna"];
  for (const key of ["a", "a", "b", "b", "a", "c", "a"]) await visit(values, key);
  expect(seen.filled).toBe(2);
  await visit(values, "b");
  expect(seen.filled).toBe(2);
});
