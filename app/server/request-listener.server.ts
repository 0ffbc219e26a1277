import type { RequestListener } from "node:http";
import type { RequestHandler, ServerBuild } from "@remix-run/node";
import type { ViteDevServer } from "vite";
import type { Services } from "~/request/services.server";
import type { AccessLog } from "~/telemetry/access-log.server";
import { setRequestRecord } from "~/telemetry/request-record.server";
import type { HealthProbes } from "./lifecycle/health.server";
import { guardFromOverload, type Overload } from "./overload/overload.server";
import { type CachedPages, serveFromCache } from "./page-cache/serve-from-cache.server";
import { serveFromTemplate } from "./page-templates/serve-from-template.server";
import { siteApp } from "./site-app.server";

export interface ListenerParts {
  services: Services;
  build: ServerBuild;
  /** Remix with the site's routes. */
  handle: RequestHandler;
  /** In development alone. */
  vite: ViteDevServer | undefined;
  /** The folder with the build's files for browsers. */
  files: string;
  /** The program of the thread that precompresses templates; unused in development. */
  compressWorker: string;
  /** The site's own defaults file. */
  ownDefaults: string;
  answersProbe: HealthProbes;
  requests: Pick<AccessLog, "begin">;
  /** Returns how late the event loop is, in milliseconds. */
  loopDelay: () => number;
}

interface SiteListener {
  listener: RequestListener;
  /** Undefined in development and in maintenance. */
  pages: CachedPages | undefined;
  overload: Overload;
}

/**
 * Creates the way of a request through the site: probes first, then the cache of shared pages, which alone goes past
 * the overload guard, then templates of personalized pages, then Express and Remix.
 */
export async function requestListener(parts: ListenerParts): Promise<SiteListener> {
  const { services, build, handle, vite, files, ownDefaults, answersProbe, requests, loopDelay } = parts;
  const { config, log } = services;
  const app = siteApp({ services, handle, vite, files, ownDefaults });
  // In development every page is made of the newest code; in maintenance there is but one.
  const isPrepared = !vite && !config.maintenance;
  const pages = isPrepared ? serveFromCache(services, handle, loopDelay) : undefined;
  const ownPages = isPrepared ? serveFromTemplate(services, build, handle, parts.compressWorker) : undefined;
  const overload = await guardFromOverload({ config, log, loopDelay });

  const listener: RequestListener = (req, res) => {
    const record = requests.begin(req, res);
    if (answersProbe(req, res)) return;
    const express = () => {
      setRequestRecord(res, record);
      app(req, res);
    };
    const refuse = () => {
      record.refusal = "overload";
      overload.refuse(req, res);
    };
    const admits = () => {
      const isAdmitted = overload.admits(req, res);
      if (!isAdmitted) record.refusal = "overload";
      return isAdmitted;
    };
    const goOn = () => {
      if (ownPages) ownPages.answer(req, res, record, express);
      else express();
    };
    if (pages) pages.answer(req, res, record, { admits, refuse, goOn });
    else if (admits()) goOn();
  };
  return { listener, pages, overload };
}
