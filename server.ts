import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { selectAcqUrl } from "~/acq/addresses.server";
import { type RefreshedDefaults, refreshDefaults } from "~/config/refresh-defaults.server";
import { limitNames } from "~/request/limits/limits.server";
import { pagePatterns } from "~/request/paths";
import { createServices } from "~/request/services.server";
import { findReporterFile } from "~/server/build-files.server";
import { createPortListeners } from "~/server/lifecycle/port-listeners.server";
import {
  createConnectionDrain,
  exitOnUncaughtError,
  shutDown,
  handleShutdownSignals,
} from "~/server/lifecycle/shutdown.server";
import { maxHeaderBytes } from "~/server/oversized-headers.server";
import {
  exitWithReason,
  listen,
  readConfig,
  startEmbeddedAcq,
  warnIfAcqIsDown,
} from "~/server/program.server";
import { serveSite } from "~/server/site.server";
import { flushLog } from "~/telemetry/destination.server";
import { createTelemetry } from "~/telemetry/telemetry.server";
import { redirectConsole } from "~/telemetry/log.server";

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const callAtShutdown = handleShutdownSignals();
const config = readConfig(resolvePath("release.txt"));
const isBuilt = config.mode !== "development";
const defaults: RefreshedDefaults = { current: {} };
const telemetry = createTelemetry(config, defaults);
const readiness = { isReady: false };
// Node would respond to a request without a Host header with an empty body. The request guard responds with a page.
const server = createServer({ requireHostHeader: false, maxHeaderSize: maxHeaderBytes });
const listeners = createPortListeners(server);
if (isBuilt) redirectConsole(telemetry.log);
const shutdownController = new AbortController();
exitOnUncaughtError(telemetry, () => {
  shutdownController.abort();
  readiness.isReady = false;
  listeners.close();
});
// In development, scripts/dev starts the embedded acq in another process.
const embeddedAcq =
  isBuilt && config.acq.embedded
    ? await startEmbeddedAcq(resolvePath("acq.js"), config, process.env, telemetry.log)
    : undefined;
// The metrics module is loaded only if metrics are on, because it slows down the start.
const metrics =
  config.metricsPort === undefined ? undefined : await import("~/telemetry/metrics-endpoint.server");
metrics?.publishMetrics({ config, readiness, onError: exitWithReason, log: telemetry.log });
const services = {
  ...createServices(config, defaults, telemetry, metrics?.createPrometheusMetrics(pagePatterns, limitNames)),
  browserReporterFile:
    config.sentryDsn === undefined ? undefined : findReporterFile(resolvePath("client/assets")),
};
const { log } = services;
const siteDefaultsFile = resolvePath(`${isBuilt ? "client" : "public"}/acquisition/defaults.json`);
await refreshDefaults(defaults, { config, log, siteDefaultsFile });
const site = await serveSite(server, {
  services,
  readiness,
  resolveFilePath: resolvePath,
  siteDefaultsFile,
  publishMetricSources: metrics?.publishProcessMetrics,
});
// Waits for the features of experiments, so that visitors do not see another variant a moment later.
await services.experiments.ready;
const drain = createConnectionDrain(server, listeners, config.metricsPort !== undefined);
listen(server, listeners, { config, log }, () => {
  if (!config.acq.embedded) void warnIfAcqIsDown(selectAcqUrl(config, defaults.current), log);
  void site.warmUp(shutdownController.signal).then(() => {
    readiness.isReady = !shutdownController.signal.aborted;
  });
});
server.requestTimeout = 30_000;
callAtShutdown((signal) => {
  shutdownController.abort();
  readiness.isReady = false;
  shutDown({
    services,
    signal,
    drain,
    flushTelemetry: () => Promise.all([flushLog(), site.tracing?.shutDown()]),
    embeddedAcq,
  });
});
