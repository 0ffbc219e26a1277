import { hash } from "node:crypto";
import { data, type ServerBuild, type RequestHandler } from "@remix-run/node";
import * as z from "zod";
import type { DataLayerEvent } from "~/domain/analytics-events";
import { type RequestContext, createRequestContext } from "~/request/context.server";
import { takePageEvents } from "~/request/page-events.server";
import type { Services } from "~/request/services.server";
import type { DocumentRenderer } from "./page-templates.server";
import { createArtificialInfoFactory } from "~/server/remix/loader-arguments.server";
import { replaceSlots, type SlotTree } from "./slots.server";
import type { TemplatedRoutes } from "./template-page.server";

/** A personalized page after its loaders have run: its content, and the visitor's values in it. */
export interface PersonalizedPage {
  key: string;
  /** The HTTP status of the page: 200, or 429 or 503 if a loader refused the request. */
  status: number;
  values: readonly string[];
  /** Returns the page's content with the given values in its slots. */
  getContentWithValues: (values: readonly string[]) => PageContent;
}

/** The data from which a page's document is rendered. */
interface PageContent {
  nonce: string;
  /** The data of each route's loader, by route id. */
  loaderData: Readonly<Record<string, unknown>>;
  /** The refusal by a loader, if there is one. The route's error page is then rendered instead of the page. */
  refusal?: LoaderRefusal | undefined;
  events: readonly DataLayerEvent[];
}

/**
 * A loader's refusal because of too many requests or an unavailable acq. The refusal's page is served from a template
 * too, because many visitors may be refused at once. Remix handles all other errors.
 */
interface LoaderRefusal {
  /** The id of the route with the loader that refused the request. */
  routeId: string;
  status: 429 | 503;
  pageData: Readonly<Record<string, unknown>>;
}

/** The object that Remix throws for `data()` in app/request/replies.server.ts. */
const thrownLoaderRefusalSchema = z.object({
  type: z.literal("DataWithResponseInit"),
  data: z.record(z.string(), z.unknown()),
  init: z.object({ status: z.literal([429, 503]) }),
});

function parseRefusal(route: string, reason: unknown): LoaderRefusal | undefined {
  const thrownRefusal = thrownLoaderRefusalSchema.safeParse(reason);
  // Remix renders a refusal by the root's loader, because no template fits: a page without the root's data looks
  // different.
  if (!thrownRefusal.success || route === "root") return undefined;
  return { routeId: route, status: thrownRefusal.data.init.status, pageData: thrownRefusal.data.data };
}

/**
 * Calls the loaders of a page in parallel, as Remix does. Remix reuses the results (`loaderResults`), so no loader runs
 * twice.
 */
export function callLoaders(
  routes: ServerBuild["routes"],
  routeIds: readonly string[],
  args: { context: { app: RequestContext }; request: Request; params: Record<string, string> },
): Map<string, Promise<unknown>> {
  const loaderResultById = new Map<string, Promise<unknown>>();
  for (const id of routeIds) {
    const loader = routes[id]?.module.loader;
    const result = (async (): Promise<unknown> => loader?.(args))();
    // Prevents an unhandled rejection: Remix handles the error later, unless the visitor has disconnected.
    result.catch(() => undefined);
    loaderResultById.set(id, result);
  }
  return loaderResultById;
}

/**
 * Returns the personalized page of a request. Returns undefined for redirects, errors, previews and other responses
 * without a template. Remix then renders the response from the same loader results.
 */
export async function readPersonalizedPage(
  context: RequestContext,
  nonce: string,
  loaderResultById: ReadonlyMap<string, Promise<unknown>>,
  templatedRoutes: TemplatedRoutes,
): Promise<PersonalizedPage | undefined> {
  const loaderOutcomes = await Promise.allSettled(loaderResultById.values());
  const { responseState, isPreview, requestInfo, locale, defaults } = context;
  if (isPreview || responseState.hasFailed) return undefined;
  const loaderData: Record<string, unknown> = {};
  const slotTreeById: Record<string, SlotTree> = {};
  let refusal: LoaderRefusal | undefined;
  for (const [index, id] of [...loaderResultById.keys()].entries()) {
    const outcome = loaderOutcomes[index];
    if (outcome?.status === "rejected") {
      refusal = parseRefusal(id, outcome.reason);
      if (!refusal) return undefined;
      continue;
    }
    const routeSlots = templatedRoutes.get(id);
    if (!routeSlots || !isPlainObject(outcome?.value)) return undefined;
    loaderData[id] = outcome?.value;
    slotTreeById[id] = routeSlots;
  }
  if (!refusal && responseState.retryAfter !== undefined) return undefined;
  // A refusal is not the requested page, so the requested page's analytics events are not emitted.
  const page = { nonce, loaderData, refusal, events: refusal ? [] : await takePageEvents(context) };

  const slotValues: string[] = [];
  const contentWithPlaceholders = replacePageSlots(page, slotTreeById, (value) => {
    slotValues.push(value);
    // `replacePageSlots` calls this function for non-empty values only. An empty value may change the page, so it stays
    // in the content and is therefore part of the template's key.
    return "slot";
  });
  // The parts of the template's key that the loaders' data do not contain. The loaders' data contain the features, the
  // season, and the page's URL without its query.
  const otherKeyParts = [
    locale,
    context.privacy,
    context.prefix,
    context.path,
    requestInfo.headers.hasSaveDataHeader,
    responseState.namespaces,
  ];
  const usedDefaults = [defaults.current.gtmContainerId, defaults.current.environment];
  return {
    key: hash("sha256", JSON.stringify([contentWithPlaceholders, otherKeyParts, usedDefaults]), "base64"),
    status: refusal?.status ?? 200,
    values: slotValues,
    getContentWithValues(newValues) {
      const valueIterator = newValues.values();
      return replacePageSlots(page, slotTreeById, () => valueIterator.next().value ?? "");
    },
  };
}

/** Returns true for a loader's data; false for redirects and other responses. */
function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The slots in analytics events, for hashes of the visitor's data. */
const eventSlots = { email: "slot", registrationId: "slot" } as const;
/** The slot in the page of a refusal: the error reference, which is new for each failure. */
const refusalSlots = { errorId: "slot" } as const;

function replacePageSlots(
  { nonce, loaderData, refusal, events }: PageContent,
  slots: SlotTree,
  replaceSlot: (value: string) => string,
): PageContent {
  return {
    nonce: replaceSlot(nonce),
    loaderData: replaceSlots(loaderData, slots, replaceSlot),
    refusal: refusal && { ...refusal, pageData: replaceSlots(refusal.pageData, refusalSlots, replaceSlot) },
    events: events.map((event) => replaceSlots(event, eventSlots, replaceSlot)),
  };
}

/**
 * Returns a function that renders a visitor's page with Remix, with the given values in the slots instead of the
 * visitor's own. The rendered request is artificial: it contains only the data in the template's key, and nothing else
 * of the visitor.
 */
export function createPageRenderer(
  services: Services,
  remixHandler: RequestHandler,
): (visitorContext: RequestContext, path: string, page: PersonalizedPage) => DocumentRenderer {
  const { publicOrigin, basePath } = services.config;
  const createRequestInfo = createArtificialInfoFactory(services);

  return ({ locale, privacy, features, requestInfo, responseState }, path, page) =>
    async (values, search) => {
      const { nonce, loaderData, refusal, events } = page.getContentWithValues(values);
      const headers = requestInfo.headers.hasSaveDataHeader ? { "save-data": "on" } : {};
      const artificialRequestInfo = createRequestInfo(`${basePath}${path}`, headers, nonce);
      const context = createRequestContext(services, artificialRequestInfo, features);
      const loaderResults = new Map<string, Promise<unknown>>(
        Object.entries(loaderData).map(([id, response]) => [id, Promise.resolve(response)]),
      );
      if (refusal) {
        const rejectedResult = rejectWithRefusal(refusal);
        // Prevents an unhandled rejection, because Remix may handle the rejection in a later turn of the event loop.
        rejectedResult.catch(() => undefined);
        loaderResults.set(refusal.routeId, rejectedResult);
      }
      context.responseState.namespaces = responseState.namespaces;
      context.requestCache.documentEvents = [...events];
      context.requestCache.loaderResults = loaderResults;
      const request = new Request(`${publicOrigin}${basePath}${path}${search}`);
      const response = await remixHandler(request, { app: { ...context, locale, privacy } });
      if (response.status !== page.status)
        throw new Error(`A page was rendered with status ${response.status.toString()}`);
      const headerEntries = [...response.headers].filter(([name]) => name !== "set-cookie");
      return { html: await response.text(), headerEntries };
    };
}

/** Returns a promise that rejects with the `data()` that the loader threw. */
function rejectWithRefusal({ status, pageData }: LoaderRefusal): Promise<never> {
  return Promise.resolve().then(() => {
    throw data(pageData, { status });
  });
}
