import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { AnalyticsEvent } from "~/domain/analytics-events";
import { createRequestContext, type RequestContext } from "~/request/context.server";
import { createSidCookieValue } from "~/cookies/session-id.server";
import { createResponseCookies } from "~/request/response-cookies.server";
import { requestInfoOf } from "./request-info";
import type { Club } from "./route-context";

type RouteHandler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;
type RouteParams = Record<string, string>;

/** The result of a loader or action, returned or thrown. */
interface VisitorResponse {
  status: number;
  /** The URL to which the loader or action redirects; null if it does not redirect. */
  location: string | null;
  headers: Headers;
  data: unknown;
  /** The analytics events that the page contains. */
  events: AnalyticsEvent[];
  /** The value of a document's Retry-After header, in seconds. */
  retryAfter: number | undefined;
  /** True if no page is rendered, because the loader or action has thrown its result or redirects. */
  isFinal: boolean;
}

/** The result of a submitted form. `reply` is the action's data; `data` is the loader's data, as for every page. */
type PostResponse = VisitorResponse & { reply: unknown };

/** A visitor with a browser. It sends web requests directly to loaders and actions, and stores their cookies. */
export interface Visitor {
  get(
    route: { loader: RouteHandler },
    path: string,
    params?: RouteParams,
    headers?: Record<string, string>,
  ): Promise<VisitorResponse>;
  /** Like Remix, calls the loader after an action that does not redirect. */
  post(
    route: { action: RouteHandler; loader?: RouteHandler },
    path: string,
    fields: Record<string, string>,
  ): Promise<PostResponse>;
  cookies: Map<string, string>;
}

let visitors = 0;

/**
 * Creates a visitor.
 * @param clientAddress - by default a new one, since limits count by address
 */
export function newVisitor(
  { services }: Club,
  clientAddress = `10.${(visitors >> 8) % 256}.${visitors++ % 256}.1`,
): Visitor {
  const cookies = new Map<string, string>();

  function createVisitorContext(url: string, referer?: string) {
    const cookie = [...cookies].map((cookiePair) => cookiePair.join("=")).join("; ");
    return createRequestContext(services, requestInfoOf(url, { cookie, referer, clientAddress }));
  }

  function storeCookies(setCookies: Iterable<string>): void {
    for (const line of setCookies) {
      const [cookiePair = "", ...attributes] = line.split("; ");
      const [name = "", value = ""] = cookiePair.split("=");
      if (attributes.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  /**
   * Stores the response's cookies. Only a page, not a redirect, also sets the cookie `sid`
   * (document-headers.server.ts).
   */
  function storeResponseCookies(app: RequestContext, { isFinal }: Pick<VisitorResponse, "isFinal">): void {
    const { sid } = app.cookies;
    if (!isFinal) cookies.set(sid.name, createSidCookieValue(app.sessionId, app.requestCookies[sid.name]));
    storeCookies(createResponseCookies(app));
  }

  return {
    cookies,
    async get({ loader }, path, params = {}, headers = {}) {
      const app = createVisitorContext(path, headers["Referer"]);
      const request = new Request(`https://club.example${path}`, { headers });
      const response = await callHandler(loader, { request, params, context: { app } });
      storeResponseCookies(app, response);
      return { ...response, ...readResponseState(app) };
    },
    async post({ action, loader }, path, fields) {
      // A page with a form sets the cookie `sid`, so the browser always sends this cookie with a submitted form.
      if (cookies.size === 0) cookies.set(services.cookies.sid.name, crypto.randomUUID());
      const app = createVisitorContext(path);
      const url = `https://club.example${path}`;
      const request = new Request(url, { method: "POST", body: new URLSearchParams(fields) });
      const actionResponse = await callHandler(action, { request, params: {}, context: { app } });
      if (actionResponse.isFinal || !loader) {
        storeCookies(createResponseCookies(app));
        return { ...actionResponse, ...readResponseState(app), reply: actionResponse.data };
      }
      const loaderResponse = await callHandler(loader, {
        request: new Request(url),
        params: {},
        context: { app },
      });
      storeResponseCookies(app, loaderResponse);
      const status = loaderResponse.isFinal ? loaderResponse.status : actionResponse.status;
      return { ...loaderResponse, status, ...readResponseState(app), reply: actionResponse.data };
    },
  };
}

function readResponseState({ responseState: { events, retryAfter } }: RequestContext) {
  return { events, retryAfter };
}

async function callHandler(
  handler: RouteHandler,
  args: LoaderFunctionArgs,
): Promise<Omit<VisitorResponse, "events" | "retryAfter">> {
  const { result, isThrown } = await runHandler(handler, args);
  if (result instanceof Error) throw result;
  if (result instanceof Response) {
    const { status, headers } = result;
    const location = headers.get("Location");
    return { status, headers, location, data: await result.text(), isFinal: isThrown || location !== null };
  }
  const { init, data } = isDataWithInit(result) ? result : { init: null, data: result };
  const headers = new Headers(init?.headers);
  return { status: init?.status ?? 200, headers, location: null, data, isFinal: isThrown };
}

async function runHandler(
  handler: RouteHandler,
  args: LoaderFunctionArgs,
): Promise<{ result: unknown; isThrown: boolean }> {
  try {
    return { result: await handler(args), isThrown: false };
  } catch (error) {
    return { result: error, isThrown: true };
  }
}

/** Returns true if a result comes from Remix's `data()`, and thus has both data for the page and a status. */
function isDataWithInit(result: unknown): result is { data: unknown; init: ResponseInit | null } {
  return typeof result === "object" && result !== null && "type" in result && "init" in result;
}

/** Sends requests one after another, and returns the statuses of their responses. */
export async function collectStatuses(
  count: number,
  sendRequest: (time: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses = [];
  for (let time = 0; time < count; time += 1) statuses.push((await sendRequest(time)).status);
  return statuses;
}
