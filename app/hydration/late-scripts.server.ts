import type { EntryContext } from "@remix-run/node";
import { z } from "zod";
import type { RequestContext } from "~/context.server";
import { messagesOf } from "~/i18n/translator.server";
import type { Messages } from "~/i18n/translator";
import { pageHandleOf } from "~/layouts/page-handle";
import { begin, type PageHydration } from "./begin";

const contextSchema = z.looseObject({});
const beginScript = `(${begin.toString()})()`;

/** What hydration needs beside a page's data, as JSON; it is the same for all pages of a route in a language. */
const prepared = new WeakMap<EntryContext["manifest"], Map<string, string>>();

/**
 * The end of a document that may hydrate later: its data, which no browser runs, and the script that decides. Takes
 * the place of Remix's own `<Scripts>`, which load and run everything at once (docs/decisions/late-hydration.md).
 */
export async function lateScripts(context: RequestContext, remix: EntryContext): Promise<string> {
  const { nonce } = context.facts;
  const { serverHandoffStream } = remix;
  const data = serverHandoffStream ? await new Response(serverHandoffStream).text() : "";
  const page = preparedFor(context, remix).replace(/}$/, () => `,"data":${inScript(data)}}`);
  return (
    `<script type="application/json" id="page-data">${page}</script>` +
    `<script${nonce ? ` nonce="${nonce}"` : ""}>${beginScript}</script>`
  );
}

const inScript = (value: unknown) => JSON.stringify(value).replaceAll("<", String.raw`\u003c`);

function preparedFor(context: RequestContext, remix: EntryContext): string {
  const { manifest, staticHandlerContext } = remix;
  const known = prepared.get(manifest) ?? new Map<string, string>();
  prepared.set(manifest, known);
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const key = [context.locale, ...context.areas, ...ids].join(" ");
  const text = known.get(key) ?? inScript(withoutData(context, remix, ids));
  known.set(key, text);
  return text;
}

function withoutData(
  context: RequestContext,
  remix: EntryContext,
  ids: readonly string[],
): Omit<PageHydration, "data"> {
  const { manifest, serverHandoffString } = remix;
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.includes(id)));
  const files = [manifest.entry, ...Object.values(routes)].flatMap(({ module, imports = [] }) => [
    module,
    ...imports,
  ]);
  return {
    context: contextSchema.parse(JSON.parse(serverHandoffString ?? "{}")),
    manifest: { ...manifest, routes },
    files: [...new Set(files)],
    messages: spokenMessages(context, remix),
  };
}

function spokenMessages({ locale, areas }: RequestContext, { staticHandlerContext }: EntryContext): Messages {
  const all = messagesOf(locale);
  const { i18n } = pageHandleOf(
    staticHandlerContext.matches.map(({ route: { handle } }): { handle: unknown } => ({ handle })),
    false,
  );
  const spoken: Messages = {};
  for (const area of ["common", ...i18n, ...areas] as const) spoken[area] = all[area] ?? {};
  return spoken;
}
