import { hash } from "node:crypto";
import { data, type ServerBuild, type RequestHandler } from "@remix-run/node";
import * as z from "zod";
import type { AnalyticsEvent } from "~/domain/analytics-events";
import { type RequestContext, createRequestContext } from "~/request/context.server";
import { takePageEvents } from "~/request/page-events.server";
import type { Services } from "~/request/services.server";
import type { DrawPage } from "./page-templates.server";
import { describeUnsentRequest } from "~/server/unsent-request.server";
import { changeSlots, type SlotTree } from "./slots.server";
import type { TemplatedRoutes } from "./template-page.server";

/** A visitor's own page as its loaders have decided it: what it is drawn of, and which values in that are the visitor's. */
export interface OwnPage {
  key: string;
  /** 200, or that of the refusal. */
  status: number;
  values: readonly string[];
  /** The same with other values in the slots. */
  filledWith: (values: readonly string[]) => PageContent;
}

/** All that a page is drawn of that is not the same for everybody. */
export interface PageContent {
  nonce: string;
  /** By route. */
  loaderData: Readonly<Record<string, unknown>>;
  /** Shown in place of the page. */
  refusal?: LoaderRefusal | undefined;
  events: readonly AnalyticsEvent[];
}

/**
 * The answer of a page's loader to too many requests, or when acq does not answer. A crowd may get it, so that its page
 * comes out of a template too. Remix handles all other errors.
 */
interface LoaderRefusal {
  /** The id of the loader's route. */
  route: string;
  status: 429 | 503;
  details: Readonly<Record<string, unknown>>;
}

/** The form in which Remix throws `data()` of app/request/replies.server.ts. */
const thrownRefusal = z.object({
  type: z.literal("DataWithResponseInit"),
  data: z.record(z.string(), z.unknown()),
  init: z.object({ status: z.literal([429, 503]) }),
});

function refusalOf(route: string, reason: unknown): LoaderRefusal | undefined {
  const thrown = thrownRefusal.safeParse(reason);
  // Without its root's data a page is another one.
  if (!thrown.success || route === "root") return undefined;
  return { route, status: thrown.data.init.status, details: thrown.data.data };
}

/** Asks the loaders of a page, side by side as Remix does. None is asked again for this request: `loaded`. */
export function askLoaders(
  routes: ServerBuild["routes"],
  ids: readonly string[],
  args: { context: { app: RequestContext }; request: Request; params: Record<string, string> },
): Map<string, Promise<unknown>> {
  const answers = new Map<string, Promise<unknown>>();
  for (const id of ids) {
    const loader = routes[id]?.module.loader;
    const answer = (async (): Promise<unknown> => loader?.(args))();
    // Remix hears of it, or nobody is left to.
    answer.catch(() => undefined);
    answers.set(id, answer);
  }
  return answers;
}

/**
 * Undefined for everything unusual, which Remix answers with what the loaders have decided: where they lead elsewhere or
 * fail.
 */
export async function ownPageOf(
  context: RequestContext,
  nonce: string,
  loaded: ReadonlyMap<string, Promise<unknown>>,
  templated: TemplatedRoutes,
): Promise<OwnPage | undefined> {
  const settled = await Promise.allSettled(loaded.values());
  const { responseState, isPreview, requestInfo, locale, defaults } = context;
  if (isPreview || responseState.failed) return undefined;
  const loaderData: Record<string, unknown> = {};
  const slots: Record<string, SlotTree> = {};
  let refusal: LoaderRefusal | undefined;
  for (const [index, id] of [...loaded.keys()].entries()) {
    const answer = settled[index];
    if (answer?.status === "rejected") {
      refusal = refusalOf(id, answer.reason);
      if (!refusal) return undefined;
      continue;
    }
    const routeSlots = templated.get(id);
    if (!routeSlots || !isPlainObject(answer?.value)) return undefined;
    loaderData[id] = answer?.value;
    slots[id] = routeSlots;
  }
  if (!refusal && responseState.retryAfter !== undefined) return undefined;
  // A refusal is not the page that was requested: what waits for a page is not shown with it.
  const page = { nonce, loaderData, refusal, events: refusal ? [] : await takePageEvents(context) };

  const values: string[] = [];
  const shared = withChangedSlots(page, slots, (value) => {
    values.push(value);
    // One that is empty stays so, and is part of the key: the page may look otherwise, and has a value less.
    return "slot";
  });
  // Features and season are in the loaders' data, and so is the page's own address, but for its query.
  const rest = [
    locale,
    context.privacy,
    context.prefix,
    context.path,
    requestInfo.headers.savesData,
    responseState.areas,
  ];
  const said = [defaults.current.gtmContainerId, defaults.current.environment];
  return {
    key: hash("sha256", JSON.stringify([shared, rest, said]), "base64"),
    status: refusal?.status ?? 200,
    values,
    filledWith(others) {
      const next = others.values();
      return withChangedSlots(page, slots, () => next.next().value ?? "");
    },
  };
}

/** A loader's data; a redirect and other responses are not. */
function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The values of an event that are made of a visitor's: `Hash`. */
const ofEvents = { email: "slot", registrationId: "slot" } as const;
/** The id to quote, which is new for each failure. */
const ofRefusals = { errorId: "slot" } as const;

function withChangedSlots(
  { nonce, loaderData, refusal, events }: PageContent,
  slots: SlotTree,
  change: (value: string) => string,
): PageContent {
  return {
    nonce: change(nonce),
    loaderData: changeSlots(loaderData, slots, change),
    refusal: refusal && { ...refusal, details: changeSlots(refusal.details, ofRefusals, change) },
    events: events.map((event) => changeSlots(event, ofEvents, change)),
  };
}

/**
 * Has Remix draw a page for a request that nobody has sent, with other values in its slots: of its visitor it knows
 * what the page's key says.
 */
export function pageDrawer(
  services: Services,
  remix: RequestHandler,
): (visit: RequestContext, path: string, page: OwnPage) => DrawPage {
  const { publicOrigin, basePath } = services.config;
  const describe = describeUnsentRequest(services);

  return ({ locale, privacy, features, requestInfo, responseState }, path, page) =>
    async (values, search) => {
      const { nonce, loaderData, refusal, events } = page.filledWith(values);
      const headers = requestInfo.headers.savesData ? { "save-data": "on" } : {};
      const info = describe(`${basePath}${path}`, headers, nonce);
      const context = createRequestContext(services, info, features);
      const loaded = new Map(Object.entries(loaderData).map(([id, answer]) => [id, Promise.resolve(answer)]));
      if (refusal) {
        const answer = throwAgain(refusal);
        // Remix may handle it in a later turn of the event loop.
        answer.catch(() => undefined);
        loaded.set(refusal.route, answer);
      }
      Object.assign(context.responseState, {
        areas: responseState.areas,
        documentEvents: [...events],
        loaded,
      });
      const request = new Request(`${publicOrigin}${basePath}${path}${search}`);
      const response = await remix(request, { app: { ...context, locale, privacy } });
      if (response.status !== page.status)
        throw new Error(`A page was drawn with status ${response.status.toString()}`);
      const head = [...response.headers].filter(([name]) => name !== "set-cookie");
      return { document: await response.text(), head };
    };
}

/** Throws as the loader did. */
function throwAgain({ status, details }: LoaderRefusal): Promise<never> {
  return Promise.resolve().then(() => {
    throw data(details, { status });
  });
}
