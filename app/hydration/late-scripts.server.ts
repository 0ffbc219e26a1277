import type { EntryContext } from "@remix-run/node";
import { z } from "zod";
import type { RequestContext } from "~/context.server";
import { messagesOf } from "~/i18n/translator.server";
import type { Messages } from "~/i18n/translator";
import { pageHandleOf } from "~/layouts/page-handle";
import { begin, type PageHydration } from "./begin";

const contextSchema = z.looseObject({});

/**
 * The end of a document that may hydrate later: its data, which no browser runs, and the script that decides. Takes
 * the place of Remix's own `<Scripts>`, which load and run everything at once (docs/decisions/late-hydration.md).
 */
export async function lateScripts(context: RequestContext, remix: EntryContext): Promise<string> {
  const { nonce } = context.facts;
  const page = JSON.stringify(await hydrationOf(context, remix)).replaceAll("<", String.raw`\u003c`);
  return (
    `<script type="application/json" id="page-data">${page}</script>` +
    `<script${nonce ? ` nonce="${nonce}"` : ""}>(${begin.toString()})()</script>`
  );
}

async function hydrationOf(context: RequestContext, remix: EntryContext): Promise<PageHydration> {
  const { manifest, staticHandlerContext, serverHandoffString, serverHandoffStream } = remix;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.includes(id)));
  const files = [manifest.entry, ...Object.values(routes)].flatMap(({ module, imports = [] }) => [
    module,
    ...imports,
  ]);
  return {
    context: contextSchema.parse(JSON.parse(serverHandoffString ?? "{}")),
    data: serverHandoffStream ? await new Response(serverHandoffStream).text() : "",
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
