import { LRUCache } from "lru-cache";
import { createFrozenTexts } from "~/server/frozen/frozen-texts.server";
import { type DrawPage, newPageTemplate, type PageTemplate } from "./page-template.server";

/** Documents that are the same for many visitors but for the values of a few slots, each drawn once without them. */
export interface PageTemplates {
  /** @param key stands for all that the document is drawn of but the values; holds none of them */
  find(key: string): PageTemplate | undefined;
  /** The visit of somebody who found none; the second one has it made, after all that is being made. */
  missed(key: string, count: number, draw: DrawPage): Promise<void>;
}

const most = { templates: 100, frozenBytes: 8 * 1024 * 1024, keys: 1000 };

/** @param onUnfit told, once a key, that a document cannot come out of a template */
export function createPageTemplates(onUnfit: (error?: unknown) => void, limits = most): PageTemplates {
  const texts = createFrozenTexts(limits.frozenBytes);
  const made = new LRUCache<string, PageTemplate>({ max: limits.templates });
  // Apart: whoever asks for many pages once takes no template from others.
  const known = new LRUCache<string, "seen" | "making" | "unfit">({ max: limits.keys });
  let work: Promise<void> = Promise.resolve();

  async function make(key: string, count: number, draw: DrawPage): Promise<void> {
    try {
      const template = await newPageTemplate(draw, count, texts);
      known.set(key, template ? "seen" : "unfit");
      if (template) made.set(key, template);
      else onUnfit();
    } catch (error) {
      known.set(key, "unfit");
      onUnfit(error);
    }
  }

  return {
    find: (key) => made.get(key),
    async missed(key, count, draw) {
      const state = known.get(key);
      if (!state) known.set(key, "seen");
      if (state !== "seen") return;
      known.set(key, "making");
      work = work.then(() => make(key, count, draw));
      await work;
    },
  };
}
