import type { RequestHandler } from "@remix-run/node";
import { createRequestContext, type RequestContext } from "~/request/context.server";
import type { Services } from "~/request/services.server";
import type { OwnPage } from "./own-page.server";
import type { DrawPage } from "./page-template.server";
import type { AskedPage } from "./asked-page.server";

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
