import { lazy, type ComponentType, type LazyExoticComponent, type ReactNode } from "react";

/**
 * Creates a component with code that the browser loads when it first renders the component. If loading fails, the page
 * is reloaded or stays unchanged.
 */
export function createLazyComponent<Props>(
  loadComponent: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  // The server imports the code of all lazy components at its start, because Node remembers a failed import until a
  // restart.
  if (import.meta.env.SSR) lazyComponentLoaders.push(loadComponent);
  return lazy(() => loadComponent().then((lazyComponent) => ({ default: lazyComponent }), reloadOnFailure));
}

const lazyComponentLoaders: (() => Promise<unknown>)[] = [];

function reloadOnFailure(error: unknown): Promise<never> {
  if (import.meta.env.SSR) throw error;
  reloadAfterError(error);
  reportError(error);
  return new Promise(() => undefined);
}

const serverRenderedComponents: { selector: string; load: () => Promise<void> }[] = [];

/**
 * Creates a component that either is in the server's document or never appears on the page. `loadComponentsInDocument`
 * loads its code only if the document contains the component.
 *
 * @param selector - finds the component in a document
 */
export function createServerRenderedComponent<Props>(
  loadComponent: () => Promise<(props: Props) => ReactNode>,
  selector: string,
): (props: Props) => ReactNode {
  let LoadedComponent: ((props: Props) => ReactNode) | undefined;
  serverRenderedComponents.push({
    selector,
    async load() {
      LoadedComponent ??= await loadComponent();
    },
  });
  return function ServerRenderedComponent(props) {
    if (!LoadedComponent) throw new Error(`the code of ${selector} is not loaded`);
    return LoadedComponent(props);
  };
}

/**
 * Loads the code of all components on the server, before it renders a page.
 *
 * @throws the error of a component's import
 */
export async function loadAllComponents(): Promise<void> {
  await Promise.all([loadComponentsInDocument(), ...lazyComponentLoaders.map((load) => load())]);
}

/**
 * Loads the code of components before hydration: on the server for all components, in the browser for components in the
 * document. Without its code, React would hydrate a component later and might have to render it again (React error
 * 421).
 *
 * @throws the error of a component's import
 */
export async function loadComponentsInDocument(): Promise<void> {
  const components = import.meta.env.SSR
    ? serverRenderedComponents
    : serverRenderedComponents.filter(({ selector }) => document.querySelector(selector));
  await Promise.all(components.map((component) => component.load()));
}
