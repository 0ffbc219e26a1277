import type { EntryContext } from "@remix-run/node";
import * as z from "zod";
import type { DataLayerEvent } from "~/domain/analytics-events";
import type { AnalyticsData } from "~/browser/analytics/analytics-data";
import type { RequestContext } from "~/request/context.server";
import { countElementsToHydrate } from "~/browser/hydration/living-elements";
import { getMessages } from "~/i18n/translator.server";
import type { Messages } from "~/i18n/translator";
import { mergePageHandles, type PageHandle } from "~/ui/layouts/page-handle";
import type { PageHydration } from "~/browser/hydration/first-script";
import firstScript from "~/browser/hydration/first-script.ts?script";

const remixContextSchema = z.looseObject({});
/** The manifest's data for hot module replacement, which exists in development only. */
const hmrSchema = z.looseObject({ runtime: z.string() });

/** The hydration data that all pages of a route in a language share, as JSON. */
const jsonCacheByManifest = new WeakMap<EntryContext["manifest"], Map<string, string>>();

/**
 * Returns the end of a document: the data block for hydration, and the first script, which decides when to hydrate.
 * Replaces Remix's `<Scripts>`, which loads and runs everything at once (docs/decisions/late-hydration.md).
 *
 * @param html - the rendered document without its end
 */
export async function renderLateScripts(
  context: RequestContext,
  remixContext: EntryContext,
  events: DataLayerEvent[],
  html: string,
): Promise<string> {
  const { nonce } = context.requestInfo;
  const { serverHandoffStream } = remixContext;
  const handoffText = serverHandoffStream ? await new Response(serverHandoffStream).text() : "";
  const analyticsDataJson = toScriptJson(createAnalyticsData(context, remixContext, events));
  const hydratedElementCount = countElementsToHydrate(html).toString();
  const formResponseJson = context.requestInfo.method === "POST" ? ',"posted":true' : "";
  const pageDataJson = getSharedPageJson(context, remixContext).replace(
    /}$/,
    () =>
      `,"analytics":${analyticsDataJson},"elements":${hydratedElementCount}${createReporterSettingsJson(context, remixContext)}${formResponseJson},"data":${toScriptJson(handoffText)}}`,
  );
  return (
    `<script type="application/json" id="page-data">${pageDataJson}</script>` +
    `<script${nonce ? ` nonce="${nonce}"` : ""}>${firstScript}</script>`
  );
}

const toScriptJson = (value: unknown) => escapeInScript(JSON.stringify(value));
const escapeInScript = (json: string) => json.replaceAll("<", String.raw`\u003c`);

/** A JSON replacer that leaves out `false`, because Remix treats a missing field as false. */
const omitFalseProperty = (_name: string, value: unknown) => (value === false ? undefined : value);

function getSharedPageJson(context: RequestContext, remixContext: EntryContext): string {
  const { manifest, staticHandlerContext } = remixContext;
  const sharedJsonByKey = jsonCacheByManifest.get(manifest) ?? new Map<string, string>();
  jsonCacheByManifest.set(manifest, sharedJsonByKey);
  const routeIds = staticHandlerContext.matches.map(({ route }) => route.id);
  const key = [context.locale, ...context.responseState.namespaces, ...routeIds].join(" ");
  const sharedJson =
    sharedJsonByKey.get(key) ??
    escapeInScript(JSON.stringify(createSharedPageData(context, remixContext, routeIds), omitFalseProperty));
  sharedJsonByKey.set(key, sharedJson);
  return sharedJson;
}

function createSharedPageData(
  context: RequestContext,
  remixContext: EntryContext,
  routeIds: readonly string[],
): Omit<PageHydration, "data" | "analytics" | "elements" | "reports" | "posted"> {
  const { manifest, serverHandoffString } = remixContext;
  const pageRoutes = Object.fromEntries(
    Object.entries(manifest.routes).filter(([id]) => routeIds.includes(id)),
  );
  const scriptFiles = [manifest.entry, ...Object.values(pageRoutes)].flatMap(({ module, imports = [] }) => [
    module,
    ...imports,
  ]);
  return {
    context: remixContextSchema.parse(JSON.parse(serverHandoffString ?? "{}")),
    // Leaves out the lists of files of each route: the first script loads the scripts in `files` instead.
    manifest: {
      version: manifest.version,
      entry: { module: manifest.entry.module },
      routes: Object.fromEntries(
        Object.entries(pageRoutes).map(([id, { imports: _imports, css: _css, ...route }]) => [id, route]),
      ),
      ...("hmr" in manifest && { hmr: hmrSchema.parse(manifest.hmr) }),
    },
    files: [...new Set(scriptFiles)],
    messages: selectPageMessages(context, remixContext),
  };
}

/**
 * Returns the page's analytics events, and the settings of the operator's consent script and tag manager. The settings
 * are part of each page and not of the build, so that one build works for every operator.
 */
function createAnalyticsData(
  context: RequestContext,
  remixContext: EntryContext,
  events: DataLayerEvent[],
): AnalyticsData {
  const { consentScriptUrl, clockShiftMs } = context.config;
  if (readPageHandle(remixContext).hasConsentScript === false) return { events };
  const tagManagerId = selectTagManagerId(context);
  return {
    events,
    consent: consentScriptUrl,
    ...(tagManagerId && { tags: tagManagerId }),
    ...(clockShiftMs !== 0 && { clockOffset: clockShiftMs }),
  };
}

/** Returns the page's settings for error reports as a JSON field. Returns an empty text if errors are not reported. */
function createReporterSettingsJson(
  { config, defaults, browserReporterFile }: RequestContext,
  remixContext: EntryContext,
): string {
  if (config.sentryDsn === undefined || browserReporterFile === undefined) return "";
  const { matches } = remixContext.staticHandlerContext;
  const reporterSettings: PageHydration["reports"] = {
    module: `${config.basePath}/assets/${browserReporterFile}`,
    dsn: config.sentryDsn,
    release: config.release,
    environment: defaults.current.environment ?? config.environment,
    route: `/${matches.at(-1)?.route.path ?? ""}`,
  };
  return `,"reports":${toScriptJson(reporterSettings)}`;
}

function readPageHandle({ staticHandlerContext }: EntryContext): PageHandle {
  const { matches } = staticHandlerContext;
  return mergePageHandles(
    matches.map(({ route: { handle } }): { handle: unknown } => ({ handle })),
    false,
  );
}

/**
 * Matches the keys of texts in the document's head. The browser does not need these texts, because only the server
 * renders the head.
 */
const isHeadTextKey = (key: string) => /(?:^|\.)description$/.test(key);
const isFormTextKey = (key: string) => /^(?:errorSummary|backToStart|errorId|failure\.(?!offline))/.test(key);

function selectPageMessages({ locale, responseState }: RequestContext, remixContext: EntryContext): Messages {
  const allMessages = getMessages(locale);
  const { i18n, hasFormTexts = true } = readPageHandle(remixContext);
  const pageMessages: Messages = {};
  for (const namespace of ["common", ...i18n, ...responseState.namespaces] as const)
    pageMessages[namespace] = Object.fromEntries(
      Object.entries(allMessages[namespace] ?? {}).filter(
        ([key]) => !isHeadTextKey(key) && (hasFormTexts || !isFormTextKey(key)),
      ),
    );
  return pageMessages;
}

/**
 * Returns the id of the tag manager's container, if there is one. An id in the defaults file (the JSON file at
 * DEFAULTS_URL) overrides the environment variable GTM_CONTAINER_ID.
 */
function selectTagManagerId({ config, defaults }: RequestContext): string | undefined {
  return defaults.current.gtmContainerId ?? config.gtmContainerId;
}
