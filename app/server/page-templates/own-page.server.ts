import { hash } from "node:crypto";
import type { ServerBuild, RequestHandler } from "@remix-run/node";
import type { AnalyticsEvent } from "~/domain/analytics-events";
import { type RequestContext, createRequestContext } from "~/request/context.server";
import { takePageEvents } from "~/request/page-events.server";
import { changeSlots, slotsOf, type SlotTree } from "~/request/slots.server";
import type { Services } from "~/request/services.server";
import type { DrawPage } from "./page-templates.server";
import type { AskedPage } from "./asked-page.server";

/** A visitor's own page as its loaders have decided it: what it is drawn of, and which values in that are the visitor's. */
export interface OwnPage {
  key: string;
  values: readonly string[];
  /** The same with other values in the slots. */
  filledWith: (values: readonly string[]) => PageContent;
}

/** All that a page is drawn of that is not the same for everybody. */
export interface PageContent {
  nonce: string;
  /** By route. */
  loaderData: Readonly<Record<string, unknown>>;
  events: readonly AnalyticsEvent[];
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
 * Undefined for everything unusual, which Remix answers with what the loaders have decided: where they lead elsewhere,
 * fail, or have not declared which values are whose.
 */
export async function ownPageOf(
  context: RequestContext,
  nonce: string,
  loaded: ReadonlyMap<string, Promise<unknown>>,
): Promise<OwnPage | undefined> {
  const settled = await Promise.allSettled(loaded.values());
  const { reply, isPreview, facts, locale, defaults } = context;
  if (isPreview || reply.failed || reply.retryAfter !== undefined) return undefined;
  const loaderData: Record<string, unknown> = {};
  const slots: Record<string, SlotTree> = {};
  for (const [index, id] of [...loaded.keys()].entries()) {
    const answer = settled[index];
    const data = answer?.status === "fulfilled" ? answer.value : undefined;
    const declared = slotsOf(reply.slots, data);
    if (!declared) return undefined;
    loaderData[id] = data;
    slots[id] = declared;
  }
  const page = { nonce, loaderData, events: await takePageEvents(context) };

  const values: string[] = [];
  const shared = changed(page, slots, (value) => {
    values.push(value);
    // One that is empty stays so, and is part of the key: the page may look otherwise, and has a value less.
    return "slot";
  });
  // Features and season are in the loaders' data, and so is the page's own address, but for its query.
  const rest = [locale, context.prefix, context.path, facts.headers.savesData, reply.areas];
  const said = [defaults.current.gtmContainerId, defaults.current.environment];
  return {
    key: hash("sha256", JSON.stringify([shared, rest, said]), "base64"),
    values,
    filledWith(others) {
      const next = others.values();
      return changed(page, slots, () => next.next().value ?? "");
    },
  };
}

/** The values of an event that are made of a visitor's: `Hash`. */
const ofEvents = { email: "slot", registrationId: "slot" } as const;

function changed(
  { nonce, loaderData, events }: PageContent,
  slots: SlotTree,
  change: (value: string) => string,
): PageContent {
  return {
    nonce: change(nonce),
    loaderData: changeSlots(loaderData, slots, change),
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
): (visit: RequestContext, asked: AskedPage, page: OwnPage) => DrawPage {
  const { publicOrigin, basePath } = services.config;

  return ({ locale, features, facts, reply }, { path }, page) =>
    async (values, search) => {
      const { nonce, loaderData, events } = page.filledWith(values);
      const documentSink: { document?: string } = {};
      const context = createRequestContext(
        services,
        {
          url: path,
          isData: false,
          method: "GET",
          hostname: new URL(publicOrigin).hostname,
          headers: {
            cookie: undefined,
            acceptLanguage: undefined,
            demoCountry: undefined,
            userAgent: undefined,
            savesData: facts.headers.savesData,
          },
          clientAddress: "",
          nonce,
          signal: undefined,
          documentSink,
        },
        features,
      );
      const loaded = new Map(Object.entries(loaderData).map(([id, data]) => [id, Promise.resolve(data)]));
      Object.assign(context.reply, { personal: true, areas: reply.areas, told: [...events], loaded });
      const request = new Request(`${publicOrigin}${basePath}${path}${search}`);
      const response = await remix(request, { app: { ...context, locale } });
      const { document } = documentSink;
      if (response.status !== 200 || document === undefined)
        throw new Error(`A page was drawn with status ${response.status.toString()}`);
      const head = [...response.headers].filter(([name]) => name !== "set-cookie");
      return { document, head };
    };
}
