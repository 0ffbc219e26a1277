import type { Area } from "~/i18n/locales";
import type { PersonalPath } from "./personal-path";

/** The four layouts of docs/product.md#pages. */
export type LayoutName = "default" | "centered" | "no-footer" | "black-inclined-lines";

/** How far the gate stands open around a centered page: shut for who is denied, wide for a form. */
export type GateOpening = "closed" | "ajar" | "open";

/** The personal values in a loader's data, for a page template (docs/decisions/precompressed-templates.md). */
export interface Templated<Loader = unknown> {
  /** Paths to the values that belong to the visitor. All other data is part of the template's key. */
  personal: readonly PersonalPath<Loader>[];
}

/** The content of a route module's `handle`. */
export interface PageHandle<Loader = unknown> {
  /** The page may come out of a template. */
  template?: Templated<Loader>;
  layout: LayoutName;
  /** Open if not given. */
  gate?: GateOpening;
  /** The areas of text that the browser needs beside "common" to begin; remix-i18next reads them under this name. */
  i18n: Area[];
  /** False for a page with no form that lives in the browser: the texts of failed forms stay out of its data. */
  formTexts?: false;
  /** The page's main form: choosing a language sends it along, so that what was typed is kept. */
  formId?: string;
  /** A change of language is a client navigation here (docs/product.md#pages). */
  languageInPlace?: boolean;
  /** The members' door is not offered in the header: this is it, or they are through it. */
  login?: false;
  /** Neither consent script nor tag manager is loaded here; what there is to tell waits for the next page. */
  consent?: false;
}

const errorHandle: PageHandle = { layout: "centered", gate: "closed", i18n: [] };

/** The deepest match's handle; an error page has its own. */
export function pageHandleOf(matches: readonly { handle: unknown }[], failed: boolean): PageHandle {
  if (failed) return errorHandle;
  const handles = matches.map(({ handle }) => handle).filter(isPageHandle);
  return handles.at(-1) ?? errorHandle;
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === "object" && handle !== null && "layout" in handle && "i18n" in handle;
}
