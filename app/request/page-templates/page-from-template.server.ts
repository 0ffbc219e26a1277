import { hash, randomBytes } from "node:crypto";
import type { PageTemplate, PageTemplates } from "./page-templates.server";
import type { EntryContext } from "@remix-run/node";
import type { RequestContext } from "~/request/context.server";
import { changeSlots, slotsOf } from "./slots.server";

type Draw = (nonce: string | undefined, remix: EntryContext) => Promise<string>;

/**
 * The page whose loaders have all declared their slots; undefined for every other page, which is drawn anew: one that
 * answers a form or says what failed. Nonce and query, which no loader knows, are slots of every page.
 */
export function drawnFromTemplate(
  { facts, reply, pageTemplates, record, log }: RequestContext,
  request: Request,
  remix: EntryContext,
  draw: Draw,
): Promise<string> | undefined {
  const { loaderData, location, matches, statusCode, errors, actionData } = remix.staticHandlerContext;
  const { nonce } = facts;
  if (!pageTemplates || nonce === undefined || reply.failed) return undefined;
  if (request.method === "POST" || statusCode !== 200 || errors || actionData) return undefined;
  const declared = slotsOf(loaderData);
  if (!declared) return undefined;

  const page = { nonce, location, loaderData };
  const slots = { nonce: "slot", location: { search: "slot" }, loaderData: declared } as const;
  const values: string[] = [];
  const shared = changeSlots(page, slots, (value) => {
    values.push(value);
    return "slot";
  });
  const routes = matches.map(({ route, params }) => [route.id, params]);
  // Its styles are fewer for who saves data. Language, features and season are in the loaders' data.
  const key = JSON.stringify([shared, routes, facts.headers.savesData]);
  return pageFromTemplate(pageTemplates, {
    key: hash("sha256", key, "base64"),
    values,
    draw(others) {
      const next = others.values();
      const { nonce: ownNonce, ...own } = changeSlots(page, slots, () => next.next().value ?? "");
      const staticHandlerContext = { ...remix.staticHandlerContext, ...own };
      return draw(ownNonce, { ...remix, staticHandlerContext });
    },
    onFilled() {
      record.cache = "template";
    },
    onUnfit() {
      log.warn({}, "a page cannot come out of a template");
    },
  });
}

/** A page that can be drawn with any values in its slots. */
export interface TemplatePage {
  /** Stands for everything that the page is drawn of but the values; holds none of them. */
  key: string;
  /** The visitor's own, none of them empty. */
  values: readonly string[];
  draw: (values: readonly string[]) => Promise<string>;
  /** Told that the page came out of its template. */
  onFilled?: () => void;
  /** Told, once a key, that the page cannot come out of a template: a view does more with a value than print it. */
  onUnfit?: () => void;
}

/**
 * A page out of its template, which is made for a key's second visitor: drawn with a marker in each slot and split at
 * the markers. Nothing of a visitor is in a template, since it is drawn without them. One that, filled, is not to the
 * byte the page that is drawn is not kept.
 */
export async function pageFromTemplate(templates: PageTemplates, page: TemplatePage): Promise<string> {
  const { key, values, draw, onFilled, onUnfit } = page;
  const known = templates.find(key);
  if (known.status === "made") {
    onFilled?.();
    return filled(known.template, values);
  }
  const drawn = await draw(values);
  if (known.status === "seen") {
    const template = await newTemplate(values, draw, drawn).catch(() => undefined);
    templates.set(key, template);
    if (!template) onUnfit?.();
  }
  return drawn;
}

/** Undefined if filled with these values or the worst ones it is not what is drawn of them. */
async function newTemplate(
  values: readonly string[],
  draw: TemplatePage["draw"],
  drawn: string,
): Promise<PageTemplate | undefined> {
  // New for each template and never sent: nobody can have typed it.
  const marker = `slot${randomBytes(16).toString("hex")}n`;
  const marked = await draw(values.map((_, index) => `${marker}${index}e`));
  const parts = marked.split(new RegExp(`${marker}(\\d+)e`));
  const template = {
    pieces: parts.filter((_, index) => index % 2 === 0),
    places: parts.filter((_, index) => index % 2 === 1).map(Number),
  };
  const worst = values.map((_, index) => worstValue(marker, index));
  const isTrue = filled(template, values) === drawn && filled(template, worst) === (await draw(worst));
  return isTrue ? template : undefined;
}

/**
 * Shows what a view does with a value beside printing it: trim, cut, encode, change case, look for something. It begins
 * and ends with white space, and is longer than one of React's buffers.
 */
function worstValue(marker: string, index: number): string {
  const signs = `<b>&amp;&"'\`</script></body>--> $& $1 $$ \\ %3C {{x}} $t(x) "code":null ÄßİÉ 😀 \u2028\u202E\0`;
  return `\n ${index} ${signs} ${marker}${index}e \uD800${"x".repeat(5000)} `;
}

function filled({ pieces, places }: PageTemplate, values: readonly string[]): string {
  const written = values.map(printed);
  let page = pieces[0] ?? "";
  for (const [index, place] of places.entries()) page += (written[place] ?? "") + (pieces[index + 1] ?? "");
  return page;
}

const printedCharacters: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** As the server draws a text or an attribute's value, without NUL; half a surrogate pair is no character in UTF-8. */
function printed(value: string): string {
  return Buffer.from(value)
    .toString()
    .replaceAll("\0", "")
    .replaceAll(/[&<>"']/g, (character) => printedCharacters[character] ?? "");
}
