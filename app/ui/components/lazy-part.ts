import { lazy, type ComponentType, type LazyExoticComponent, type ReactNode } from "react";

/**
 * Creates a component with code that the browser loads when it first renders the component. If loading fails, the page
 * is reloaded or stays unchanged.
 */
export function createLazyPart<Props>(
  loadComponent: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  // The server imports the code of all lazy parts at its start, because Node remembers a failed import until a restart.
  if (import.meta.env.SSR) componentLoaders.push(loadComponent);
  return lazy(() => loadComponent().then((part) => ({ default: part }), reloadOnFailure));
}

const componentLoaders: (() => Promise<unknown>)[] = [];

function reloadOnFailure(error: unknown): Promise<never> {
  if (import.meta.env.SSR) throw error;
  reloadAfterError(error);
  reportError(error);
  return new Promise(() => undefined);
}

const servedParts: { selector: string; load: () => Promise<void> }[] = [];

/**
 * Creates a component that either is in the server's document or never appears on the page. `loadPartsInDocument` loads
 * its code only if the document contains the component.
 *
 * @param selector - finds the component in a document
 */
export function createServedPart<Props>(
  loadComponent: () => Promise<(props: Props) => ReactNode>,
  selector: string,
): (props: Props) => ReactNode {
  let LoadedPart: ((props: Props) => ReactNode) | undefined;
  servedParts.push({
    selector,
    async load() {
      LoadedPart ??= await loadComponent();
    },
  });
  return function ServedPart(props) {
    if (!LoadedPart) throw new Error(`the code of ${selector} is not loaded`);
    return LoadedPart(props);
  };
}

/**
 * Loads the code of all parts on the server, before it renders a page.
 *
 * @throws the error of a part's import
 */
export async function loadAllParts(): Promise<void> {
  await Promise.all([loadPartsInDocument(), ...componentLoaders.map((load) => load())]);
}

/**
 * Loads the code of components before hydration: on the server for all components, in the browser for components in the
 * document. Without its code, React would hydrate a component later and might have to render it again (React error
 * 421).
 *
 * @throws the error of a component's import
 */
export async function loadPartsInDocument(): Promise<void> {
  const parts = import.meta.env.SSR
    ? servedParts
    : servedParts.filter(({ selector }) => document.querySelector(selector));
  await Promise.all(parts.map((part) => part.load()));
}
