import { lazy, type ComponentType, type LazyExoticComponent, type ReactNode } from "react";

/**
 * Creates a part of a page with code that the browser loads only when it shows the part. If that fails, the page is
 * reloaded or stays unchanged.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  // The server imports it at its start: an import that failed once would fail until a restart.
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
 * A part that comes with the server's document or never. Its code is loaded in the browser only for documents that have
 * the part, by `loadServedParts`.
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

/** Loads the code of all parts on the server, before it renders a page. @throws what the import of a part throws */
export async function loadAllParts(): Promise<void> {
  await Promise.all([loadServedParts(), ...serverParts.map((load) => load())]);
}

/**
 * Loads the parts of the document, on the server all of them. Before hydration, since React would hydrate a part that
 * comes later by itself, and render it a second time if anything around it changed in between (React error 421).
 *
 * @throws what the import of a part throws
 */
export async function loadServedParts(): Promise<void> {
  const found = import.meta.env.SSR
    ? servedParts
    : servedParts.filter(({ selector }) => document.querySelector(selector));
  await Promise.all(found.map((part) => part.load()));
}
