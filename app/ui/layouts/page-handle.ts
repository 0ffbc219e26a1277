import type { Namespace } from "~/i18n/locales";
import type { PersonalPath } from "./personal-path";

/** The four layouts of docs/product/pages.md#pages. */
export type LayoutName = "default" | "centered" | "no-footer" | "black-inclined-lines";

/** How far the drawn gate around a centered page is open. For example, it is closed on a refusal and open on a form. */
export type GateOpening = "closed" | "ajar" | "open";

/** The personal values in a loader's data, for a page template (docs/decisions/page-templates.md). */
export interface TemplateHandle<Loader = unknown> {
  /**
   * Paths to the visitor's personal values in the loader's data. All other loader data is part of the template's key.
   */
  personal: readonly PersonalPath<Loader>[];
}

/** The content of a route module's `handle`. */
export interface PageHandle<Loader = unknown> {
  /** The personal values of the page. Set if the page may be served from a template. */
  template?: TemplateHandle<Loader>;
  layout: LayoutName;
  /** How far the drawn gate is open; `open` if undefined. */
  gate?: GateOpening;
  /**
   * The namespaces of text that the browser needs at the start, in addition to "common". remix-i18next reads the
   * namespaces from the property with this name.
   */
  i18n: Namespace[];
  /**
   * True if the page's component renders `DeferredStyles`; otherwise the root route renders them after the main
   * content.
   */
  rendersDeferredStyles?: true;
  /** False for a page without a hydrated form, so that the page's data omits the texts for failed forms. */
  hasFormTexts?: false;
  /** The id of the page's main form. A change of language submits this form too, so that typed values are kept. */
  formId?: string;
  /** True if a change of language is a client navigation (docs/product/pages.md#pages). */
  changesLanguageInPlace?: boolean;
  /** False for a page without a login link in its header: the login page, and pages for members. */
  hasLoginLink?: false;
  /**
   * False for a page that loads neither consent script nor tag manager. The page's analytics events wait for the next
   * page.
   */
  hasConsentScript?: false;
}

const errorHandle: PageHandle = { layout: "centered", gate: "closed", i18n: [] };

/** Returns the handle of the deepest matching route, or the handle that all error pages share. */
export function mergePageHandles(matches: readonly { handle: unknown }[], hasFailed: boolean): PageHandle {
  if (hasFailed) return errorHandle;
  const handles = matches.map(({ handle }) => handle).filter(isPageHandle);
  return handles.at(-1) ?? errorHandle;
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === "object" && handle !== null && "layout" in handle && "i18n" in handle;
}
