import { randomBytes } from "node:crypto";
import { joinWithValues } from "~/server/precompressed/blocks.server";
import type { BlockCompressionFunction } from "~/server/precompressed/compress-blocks.server";
import {
  type PrecompressedText,
  type PrecompressedTexts,
  createPrecompressedTexts,
} from "~/server/precompressed/precompressed-texts.server";
import { createTaskQueue } from "~/server/precompressed/task-queue.server";
import { LRUCache } from "lru-cache";

/** A document that was rendered with given values in its slots. */
interface RenderedPage {
  html: string;
  /** The response headers of the page, without cookies. */
  headerEntries: readonly (readonly [string, string])[];
}

/**
 * Renders a document.
 *
 * @param search - the query of the rendered URL
 */
export type DocumentRenderer = (values: readonly string[], search: string) => Promise<RenderedPage>;

/** A rendered document without its slot values. */
export interface PageTemplate {
  headerEntries: RenderedPage["headerEntries"];
  /** The text before, between and after the slots. */
  textParts: readonly Buffer[];
  /** The slots in document order: the index of the value, and its escaping context. */
  slots: readonly { valueIndex: number; escapingContext: EscapingContext }[];
  compressedPage: PrecompressedText;
}

/**
 * Creates a template by rendering the document with a marker in each slot and splitting it at the markers. Then renders
 * the document with worst-case values, and compares the result with the filled template. Returns undefined if they
 * differ, because the view then does more with a value than print it.
 *
 * @param slotValueCount - the number of slot values
 */
export async function createPageTemplate(
  render: DocumentRenderer,
  slotValueCount: number,
  precompressedTexts: PrecompressedTexts,
): Promise<PageTemplate | undefined> {
  // The marker is random and never sent, so no visitor can type it. The escaped form of its final quotation mark shows
  // the slot's escaping context.
  const slotMarker = `slot${randomBytes(16).toString("hex")}n`;
  const pageWithMarkers = await render(
    createValues(slotValueCount, (index) => `${slotMarker}${index.toString()}e"`),
    "",
  );
  const htmlPieces = pageWithMarkers.html.split(
    new RegExp(`${slotMarker}(\\d+)e(&quot;|(?:\\\\{3}|\\\\)?")`),
  );
  const textPieces = htmlPieces.filter((_, index) => index % 3 === 0);
  if (textPieces.some((textPart) => textPart.includes(slotMarker))) return undefined;
  const slots = htmlPieces.flatMap((value, index) =>
    index % 3 === 1
      ? [{ valueIndex: Number(value), escapingContext: getEscapingContext(htmlPieces[index + 1] ?? "") }]
      : [],
  );
  const textPartBytes = textPieces.map((part) => Buffer.from(part));
  const template = { headerEntries: pageWithMarkers.headerEntries, textParts: textPartBytes, slots };
  for (const [createWorstCase, search] of [
    [createLongTestValue, `?${slotMarker}`],
    [createShortTestValue, ""],
  ] as const) {
    const values = createValues(slotValueCount, (index) =>
      createWorstCase(`${slotMarker}${index.toString()}e`),
    );
    const renderedPage = await render(values, search);
    // Compares bytes instead of strings: the unpaired surrogate in a worst-case value changes when it is encoded in
    // UTF-8.
    if (!fillPage(template, values).equals(Buffer.from(renderedPage.html))) return undefined;
  }
  return { ...template, compressedPage: precompressedTexts.add(textPartBytes) };
}

/** Returns the escaped values in the order of the slots. */
export function escapeValues({ slots }: Pick<PageTemplate, "slots">, values: readonly string[]): Buffer[] {
  const cache = new Map<string, Buffer>();
  return slots.map(({ valueIndex, escapingContext }) => {
    const slotKey = `${escapingContext} ${valueIndex.toString()}`;
    const escapedValue =
      cache.get(slotKey) ?? Buffer.from(escapeForContext(escapingContext, values[valueIndex] ?? ""));
    cache.set(slotKey, escapedValue);
    return escapedValue;
  });
}

/** Returns the template's document with the given values in its slots. */
export function fillPage(
  template: Pick<PageTemplate, "textParts" | "slots">,
  values: readonly string[],
): Buffer {
  return joinWithValues(template.textParts, escapeValues(template, values));
}

function createValues(count: number, createValue: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => createValue(index));
}

/**
 * Returns a value that reveals whether a view trims, cuts, encodes or searches the value, or changes its case. The
 * value begins and ends with white space, and is longer than one of React's buffers.
 */
function createLongTestValue(name: string): string {
  const specialCharacters = `<b>&amp;&"'\`</script></body>--> $& $1 $$ \\ %3C {{x}} $t(x) "code":null ÄßİÉ 😀 \u2028\u202E\0`;
  return `\n ${specialCharacters} ${name} \uD800${"x".repeat(5000)} `;
}

function createShortTestValue(name: string): string {
  return `'"><${name}\\`;
}

/**
 * The escaping context of a slot: plain text, HTML as React prints it, JSON in a data block, or JSON in a string of
 * that JSON.
 */
type EscapingContext = "plain" | "html" | "json" | "json-in-json";

const escapingContextByQuote: Record<string, EscapingContext> = {
  '"': "plain",
  "&quot;": "html",
  [String.raw`\"`]: "json",
  [String.raw`\\\"`]: "json-in-json",
};

/**
 * @param quotationMark - a quotation mark from the rendered document: the way in which it is escaped shows the
 *   context
 */
function getEscapingContext(quotationMark: string): EscapingContext {
  return escapingContextByQuote[quotationMark] ?? "plain";
}

function escapeForContext(escapingContext: EscapingContext, text: string): string {
  switch (escapingContext) {
    case "plain":
      return text;
    case "html":
      return escapeLikeReact(text);
    case "json":
      return escapeTagStart(escapeJsonString(text));
    case "json-in-json":
      return escapeTagStart(escapeJsonString(escapeJsonString(text)));
  }
}

const htmlEscapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
  "\0": "",
};

/** Escapes a text or attribute value as React's server renderer does, and removes NUL. */
function escapeLikeReact(text: string): string {
  return text.replaceAll(/[&<>"'\0]/g, (character) => htmlEscapes[character] ?? "");
}

const escapeJsonString = (text: string) => JSON.stringify(text).slice(1, -1);
const escapeTagStart = (json: string) => json.replaceAll("<", String.raw`\u003c`);

/** Templates of documents that differ between visitors in a few slots only. */
interface PageTemplates {
  /** @param key - identifies the document of the template; contains no slot values */
  findTemplate(key: string): PageTemplate | undefined;
  /**
   * Returns a promise of the template while the template is being created, because waiting for it is cheaper than
   * rendering the page.
   */
  getPendingTemplate(key: string): Promise<PageTemplate | undefined> | undefined;
  /**
   * Counts a request that found no template. The second such request for a key starts the creation of its template,
   * unless too many templates wait for their creation.
   */
  countMiss(key: string, slotValueCount: number, render: DocumentRenderer): Promise<void>;
}

/**
 * The limits of the queue in which templates are created, one at a time. Each creation takes three renderings, which
 * slow down visitors.
 */
const creationQueueLimits = { maxRunning: 1, maxWaiting: 3 };
const defaultTemplateLimits = { templates: 100, compressedBytes: 8 * 1024 * 1024, keys: 1000 };

/**
 * @param onTemplateFailure - called once for each page that cannot have a template
 * @param compressBlocks - compresses the text of a template
 */
export function createPageTemplates(
  onTemplateFailure: (error?: unknown) => void,
  compressBlocks: BlockCompressionFunction,
  limits = defaultTemplateLimits,
): PageTemplates {
  const precompressedTexts = createPrecompressedTexts(limits.compressedBytes, compressBlocks);
  const templates = new LRUCache<string, PageTemplate>({ max: limits.templates });
  // Stores the state of each key separately from the templates, so that requests for many different pages evict no
  // template.
  const creationStateByKey = new LRUCache<string, "seen" | "building" | "unusable">({ max: limits.keys });
  const enqueueCreation = createTaskQueue(creationQueueLimits);
  const pendingCreations = new Map<string, Promise<PageTemplate | undefined>>();

  async function createTemplate(
    key: string,
    slotValueCount: number,
    render: DocumentRenderer,
  ): Promise<void> {
    try {
      const template = await createPageTemplate(render, slotValueCount, precompressedTexts);
      creationStateByKey.set(key, template ? "seen" : "unusable");
      if (template) templates.set(key, template);
      else onTemplateFailure();
    } catch (error) {
      creationStateByKey.set(key, "unusable");
      onTemplateFailure(error);
    }
  }

  return {
    findTemplate: (key) => templates.get(key),
    getPendingTemplate: (key) => pendingCreations.get(key),
    async countMiss(key, count, render) {
      const state = creationStateByKey.get(key);
      if (!state) creationStateByKey.set(key, "seen");
      if (state !== "seen") return;
      const templatePromise = enqueueCreation(() => createTemplate(key, count, render));
      if (!templatePromise) return;
      creationStateByKey.set(key, "building");
      pendingCreations.set(
        key,
        templatePromise.then(() => templates.get(key)),
      );
      await templatePromise;
      pendingCreations.delete(key);
    },
  };
}
