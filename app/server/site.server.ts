import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createRequestHandler } from "@remix-run/node";
import type { ViteDevServer } from "vite";
import { acqUrl } from "~/acq/addresses.server";
import { routePatterns } from "~/request/page-url";
import { probePaths, streamPatterns } from "~/request/paths";
import type { Services } from "~/request/services.server";
import { accessLog, requestLineWriter } from "~/telemetry/access-log.server";
import type { Counted } from "~/telemetry/metrics-endpoint.server";
import type { Tracing } from "~/telemetry/traces.server";
import { setRequestRecord } from "~/telemetry/request-record.server";
import { bareHeaders, answerParserErrors } from "./bare-answers.server";
import { acqStateReader, askAcq, type Readiness } from "./lifecycle/health.server";
import { endUnread } from "./lifecycle/shutdown.server";
import { oversizedPages } from "./oversized-headers.server";
import { guardFromOverload, watchLoop } from "./overload/overload.server";
import { serveFromCache } from "./page-cache/serve-from-cache.server";
import { loadBuild, pageHandlers, startVite } from "./remix/page-handlers.server";
import { serveFromTemplate } from "./page-templates/serve-from-template.server";
import { siteApp } from "./site-app.server";

interface SiteOptions {
  services: Services;
  readiness: Readiness;
  /** A file of the project in development, of the build otherwise. */
  beside: (path: string) => string;
  /** The site's own defaults file. */
  ownDefaults: string;
  /** Reads what is counted; absent where nobody does. */
  measure: ((counted: Counted) => void) | undefined;
}

/** The site's resources that have to be closed. */
interface ServedSite {
  vite: ViteDevServer | undefined;
  tracing: Tracing | undefined;
}

/**
 * Answers a server's requests with the site: the cache of everybody's pages first, then templates of visitors' own, then Express and Remix.
 */
export async function serveSite(server: Server, parts: SiteOptions): Promise<ServedSite> {
  const { services, readiness, beside, ownDefaults, measure } = parts;
  const { config, log, defaults, metrics } = services;
  const { basePath, mode } = config;
  const vite = mode === "development" ? await startVite(server) : undefined;
  const build = await loadBuild(vite, beside("site.js"), basePath);
  const handle = vite
    ? createRequestHandler(() => loadBuild(vite, "", basePath), mode)
    : pageHandlers(build, mode);
  const acqState = acqStateReader(() => askAcq(acqUrl(config, defaults.current)));
  const app = siteApp({ services, readiness, acqState, handle, vite, files: beside("client"), ownDefaults });
  // In development every page is made of the newest code; in maintenance there is but one.
  const isPrepared = !vite && !config.maintenance;
  const pages = isPrepared ? serveFromCache(services, handle) : undefined;
  const ownPages = isPrepared ? serveFromTemplate(services, build, handle) : undefined;
  const overload = await guardFromOverload({ config, log, loopDelay: watchLoop() });
  measure?.({
    release: services.config.release,
    pageCache: () => pages?.counts ?? { hits: 0, misses: 0, evictions: 0 },
    isAcqUp: async () => (await acqState()) === "ok",
    isBreakerOpen: () => services.acqBreaker.isOpen(),
    isRedisUp: services.isRedisUp,
    eventStreams: () => services.eventStreams.count(),
    followed: () => services.followers.count(),
    shed: () => overload.counts.shed,
  });
  const tracing =
    config.traces &&
    (await import("~/telemetry/traces.server")).startTracing({ ...config.traces, release: config.release });
  const requests = accessLog({
    write: requestLineWriter(config.logLevel),
    routeOf: routePatterns(basePath),
    probes: probePaths,
    streams: streamPatterns,
    metrics,
    tracing,
  });
  server.on("request", (req: IncomingMessage, res: ServerResponse) => {
    const record = requests.begin(req, res);
    const on = () => {
      const express = () => {
        setRequestRecord(res, record);
        app(req, res);
      };
      if (!overload.admits(req, res)) record.refusal = "overload";
      else if (ownPages) ownPages.answer(req, res, record, express);
      else express();
    };
    if (pages) pages.answer(req, res, record, on);
    else on();
  });
  endUnread(server);
  answerParserErrors(server, bareHeaders(config), requests.unparsed, await oversizedPages(config));
  return { vite, tracing };
}
