import type { Messages } from "../i18n/translator";

/** What hydration needs to know of the page, in a data block of the document. */
export interface PageHydration {
  context: object;
  /** The loaders' data, as Remix encodes it. */
  data: string;
  manifest: {
    entry: { module: string };
    routes: Record<string, { module: string }>;
    hmr?: { runtime: string };
  };
  /** Further files of the first scripts, to be fetched at once. */
  files: string[];
  /** The texts of the parts that live on in the browser. */
  messages: Messages;
}

/**
 * The one script that runs before anybody asks for more: it decides whether and when the page hydrates. It is sent as
 * the text of this function, so it may name nothing outside of itself.
 *
 * Never on a saving, slow or small device: the page is whole without. Else when it is idle, or at the first touch, key
 * or focus: what is done before then works as without script.
 */
export function begin(): void {
  const block = document.getElementById("page-data");
  const { connection = {}, deviceMemory = 8 } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string };
    deviceMemory?: number;
  };
  if (!block || connection.saveData || connection.effectiveType?.includes("2g") || deviceMemory < 1) return;

  const signs = ["pointerdown", "keydown", "focusin"];
  for (const sign of signs) addEventListener(sign, start, true);
  addEventListener("load", () => {
    if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 4000 });
    else setTimeout(start, 200);
  });

  function start(): void {
    for (const sign of signs) removeEventListener(sign, start, true);
    if (!block || block.dataset["begun"]) return;
    block.dataset["begun"] = "true";
    void hydrate(JSON.parse(block.textContent) as PageHydration);
  }

  async function hydrate({ context, data, manifest, files, messages }: PageHydration): Promise<void> {
    for (const href of files) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "modulepreload", href });
      document.head.append(link);
    }
    if (manifest.hmr) await import(/* @vite-ignore */ manifest.hmr.runtime);
    const modules: Record<string, unknown> = {};
    for (const [id, { module }] of Object.entries(manifest.routes))
      modules[id] = await import(/* @vite-ignore */ module);
    Object.assign(window, {
      __remixContext: { ...context, stream: new Blob([data]).stream() },
      __remixManifest: manifest,
      __remixRouteModules: modules,
      pageMessages: messages,
    });
    await import(/* @vite-ignore */ manifest.entry.module);
  }
}
