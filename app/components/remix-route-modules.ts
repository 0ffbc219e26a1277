interface RouteOfManifest {
  id: string;
  module: string;
}

/**
 * In the browser it takes the place of Remix's own, which reloads a page whose script is gone again and again, whatever
 * was typed into it (docs/product.md#errors-and-messages; vite.config.ts).
 */
export async function loadRouteModule(
  route: RouteOfManifest,
  known: Record<string, unknown>,
): Promise<unknown> {
  try {
    known[route.id] ??= await import(/* @vite-ignore */ route.module);
    return known[route.id];
  } catch (error) {
    reloadFor(error);
    reportError(error);
    return new Promise(() => undefined);
  }
}
