import { lazy, type ComponentType, type LazyExoticComponent, type ReactNode } from "react";

/**
 * Creates a part of a page with code that the browser loads only when it shows the part. If that fails, the page is
 * reloaded or stays unchanged.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  // The server imports all parts at its start, since Node remembers a failed import until a restart.
  if (import.meta.env.SSR) serverParts.push(load);
  return lazy(() => load().then((part) => ({ default: part }), reloadOnFailure));
}

const serverParts: (() => Promise<unknown>)[] = [];

function reloadOnFailure(error: unknown): Promise<never> {
  if (import.meta.env.SSR) throw error;
  reloadFor(error);
  reportError(error);
  return new Promise(() => undefined);
}

const servedParts: { selector: string; load: () => Promise<void> }[] = [];

/**
 * Creates a part that is in the server's document or is never shown. Its code is loaded in the browser only for
 * documents with the part, by `loadPartsInDocument`.
 *
 * @param selector - finds the part in a document
 */
export function servedPart<Props>(
  load: () => Promise<(props: Props) => ReactNode>,
  selector: string,
): (props: Props) => ReactNode {
  let Part: ((props: Props) => ReactNode) | undefined;
  servedParts.push({
    selector,
    async load() {
      Part ??= await load();
    },
  });
  return function ServedPart(props) {
    if (!Part) throw new Error(`the code of ${selector} is not loaded`);
    return Part(props);
  };
}

/**
 * Loads the code of all parts on the server, before it renders a page.
 *
 * @throws the error of a part's import
 */
export async function loadAllParts(): Promise<void> {
  await Promise.all([loadPartsInDocument(), ...serverParts.map((load) => load())]);
}

/**
 * Loads the parts of the document, on the server all of them. It runs before hydration, since React would hydrate a
 * later part separately, and render it again if anything around it changed in between (React error 421).
 *
 * @throws the error of a part's import
 */
export async function loadPartsInDocument(): Promise<void> {
  const parts = import.meta.env.SSR
    ? servedParts
    : servedParts.filter(({ selector }) => document.querySelector(selector));
  await Promise.all(parts.map((part) => part.load()));
}
