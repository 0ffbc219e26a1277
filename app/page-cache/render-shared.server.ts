import type { RequestHandler } from "@remix-run/node";
import { createRequestContext } from "~/context.server";
import type { Services } from "~/services.server";
import { sharedSecurityHeaders } from "~/http/security-headers.server";
import { isoOf } from "~/i18n/locales";
import { keptPage, type KeptPage } from "./kept-page.server";
import type { PageKey } from "./page-key.server";

/**
 * Renders a page for a request that nobody has sent: it knows what the key says, and nothing of whoever asks.
 * Resolves to undefined for what did not come out as it should.
 */
export function sharedRenderer(
  services: Services,
  remix: RequestHandler,
): (key: PageKey) => Promise<KeptPage | undefined> {
  const { publicOrigin, basePath } = services.config;
  const securityHeaders = sharedSecurityHeaders(services.config);

  return async ({ url, locale, status, saveData, crawler, features }) => {
    // Whoever has no name is taken for a visitor.
    const userAgent = crawler ? "crawler" : undefined;
    const facts = {
      url,
      isData: false,
      hostname: new URL(publicOrigin).hostname,
      headers: {
        ...{ cookie: undefined, acceptLanguage: isoOf(locale), demoCountry: undefined },
        ...{ userAgent, savesData: saveData },
      },
      clientAddress: "",
      nonce: undefined,
      signal: undefined,
    };
    const app = createRequestContext(services, facts, features);
    const headers = { Accept: "text/html", ...(saveData && { "Save-Data": "on" }) };
    const path = url === "/" && basePath !== "" ? basePath : `${basePath}${url}`;
    const response = await remix(new Request(`${publicOrigin}${path}`, { headers }), { app });
    // Somebody's own, after all: it must not be kept.
    if (response.status !== status || app.personal || app.outgoing.size > 0) return undefined;
    return keptPage(response, securityHeaders);
  };
}
