import { hashSettings } from "~/config/shared-variables";
import type { Server } from "node:http";
import { selectAcqUrl } from "~/acq/addresses.server";
import type { Config } from "~/config/environment";
import { localeCodes } from "~/i18n/locales";
import { probePaths, streamPatterns } from "~/request/paths";
import type { Services } from "~/request/services.server";
import { countLostLogLines } from "~/telemetry/destination.server";
import { createAccessLog, createRequestLogWriter } from "~/telemetry/access-log.server";
import { noMetrics } from "~/telemetry/metrics";
import type { MetricSources } from "~/telemetry/metrics-endpoint.server";
import type { Tracing } from "~/telemetry/traces.server";
import { handleParserErrors } from "./parser-errors.server";
import { createBareHeaders } from "./security-headers.server";
import { createAcqStateReader, probeAcq } from "./lifecycle/acq-state.server";
import { createHealthProbeStep, type Readiness } from "./steps/health-probes.server";
import { closeStalledConnections } from "./lifecycle/shutdown.server";
import { prepareHeadersTooLargePages } from "./oversized-headers.server";
import { warmUp } from "./lifecycle/warm-up.server";
import { idleEventLoopLoad, watchEventLoop } from "./overload/overload.server";
import type { KeyedRequest } from "./shared-pages/page-key.server";
import { exitIfFileDamaged, verifyBrowserFiles } from "./build-files.server";
import { loadBuild, createPageHandler, type SiteBuild } from "./remix/page-handlers.server";
import { createSitePipeline } from "./pipeline.server";

/** The virtual module with all pages, which Remix's Vite plugin creates in development. */
const devBuildModule = "/@id/__x00__virtual:remix/server-build";

interface SiteOptions {
  services: Services;
  readiness: Readiness;
  /** Returns the absolute path of a file: in development a file of the project, otherwise of the build. */
  resolveFilePath: (path: string) => string;
  /** The path of the JSON file with settings (the defaults file) that ships with the site. */
  siteDefaultsFile: string;
  /** Called once if metrics are on, with the functions that return the current counts of the process. */
  publishMetricSources: ((metricSources: MetricSources) => void) | undefined;
}

interface ServedSite {
  tracing: Tracing | undefined;
  /** Warms up the instance. Resolves when the instance is ready for visitors; never rejects. */
  warmUp: (signal: AbortSignal) => Promise<void>;
}

/** Makes an HTTP server serve the site. */
export async function serveSite(server: Server, siteOptions: SiteOptions): Promise<ServedSite> {
  const { services, readiness, resolveFilePath, siteDefaultsFile, publishMetricSources } = siteOptions;
  const { config, defaults, metrics, log } = services;
  const { mode, release } = config;
  const build = await loadSite(config, resolveFilePath);
  const remixHandler = createPageHandler(build, mode);
  const readAcqState = createAcqStateReader(async () => probeAcq(selectAcqUrl(config, defaults.current)));
  const tracing =
    config.traces &&
    (await import("~/telemetry/traces.server")).startTracing({ ...config.traces, release, log });
  const loggedRouteSets = { probeRoutes: probePaths, streamRoutes: streamPatterns };
  const accessLog = createAccessLog({
    ...loggedRouteSets,
    writeRequestLine: createRequestLogWriter(config.logLevel),
    metrics,
    tracing,
  });
  const pipelineOptions = {
    services,
    build,
    remixHandler,
    accessLog,
    siteDefaultsFile,
    clientFilesFolder: resolveFilePath("client"),
    compressWorkerFile: resolveFilePath("compress-worker.js"),
    probeStep: createHealthProbeStep(readiness, readAcqState, createBareHeaders(config), { ...config, log }),
    eventLoopLoad: watchEventLoop(),
  };
  const { requestListener, sharedPages, overloadGuard } = await createSitePipeline(pipelineOptions);
  publishMetricSources?.({
    release,
    hashSettings: () => hashSettings(config.sharedVariablesHash, services.defaults.current),
    getPageCacheCounts: () => sharedPages?.counts ?? { hits: 0, misses: 0, evictions: 0 },
    isAcqUp: async () => (await readAcqState()) === "ok",
    isBreakerOpen: () => Object.values(services.acqBreakers).some((breaker) => breaker.isOpen()),
    isRedisUp: services.isRedisUp,
    countEventStreams: () => services.eventStreams.countStreams(),
    countFollowedRegistrations: () => services.followers.countFollowedRegistrations(),
    countShedRequests: () => overloadGuard.counts.refusedRequests,
    countLostLogLines,
    countWaitingRequests: overloadGuard.countWaitingRequests,
  });
  server.on("request", requestListener);
  closeStalledConnections(server);
  handleParserErrors(
    server,
    createBareHeaders(config),
    accessLog.recordParserError,
    await prepareHeadersTooLargePages(config),
  );

  return {
    tracing,
    async warmUp(signal) {
      // With the embedded acq, skips the warm-up: such a site is for demonstrations with one visitor.
      if (!sharedPages || config.acq.embedded) return;
      const silentLogOptions = {
        ...loggedRouteSets,
        writeRequestLine: () => undefined,
        metrics: noMetrics,
        tracing: undefined,
      };
      await warmUp({
        services,
        signal,
        fillCache: (stopSignal) => sharedPages.prerenderPages(listLandingPages(services), stopSignal),
        async createListener(waitForWarmUp) {
          const warmUpOptions = {
            services: waitForWarmUp,
            accessLog: createAccessLog(silentLogOptions),
            eventLoopLoad: idleEventLoopLoad,
          };
          return (await createSitePipeline({ ...pipelineOptions, ...warmUpOptions })).requestListener;
        },
      });
    },
  };
}

/** Loads the build with all its parts. Outside development, the process exits if a file is missing or damaged. */
async function loadSite(
  { mode, basePath }: Config,
  resolveFilePath: SiteOptions["resolveFilePath"],
): Promise<SiteBuild> {
  const isBuilt = mode !== "development";
  const file = isBuilt ? resolveFilePath("site.js") : devBuildModule;
  try {
    const build = await loadBuild(file, basePath);
    if (isBuilt) verifyBrowserFiles(file, resolveFilePath("hashes.json"), resolveFilePath("client"));
    // Loads all lazily imported modules at the start, because opening a file may fail later, and Node remembers a
    // failed import until the process exits.
    await build.entry.module.loadPageComponents();
    return build;
  } catch (error) {
    if (isBuilt) exitIfFileDamaged(file, error);
    throw error;
  }
}

/** Returns artificial requests for the landing page in each language, with and without URL prefix. */
function listLandingPages({ config, parseAddress }: Services): KeyedRequest[] {
  return localeCodes.flatMap((locale) =>
    ["", `/${locale}`].map((prefix) => ({
      method: "GET",
      address: parseAddress(`${config.basePath}${prefix}` || "/"),
      headers: { "accept-language": locale },
      rawHeaders: ["Host", "localhost"],
    })),
  );
}
