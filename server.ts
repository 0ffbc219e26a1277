import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { createRequestHandler } from "@remix-run/node";
import { acqUrl } from "~/acq/addresses.server";
import { startEmbeddedAcq } from "~/acq/embedded.server";
import { ConfigurationError, processConfig, type Config } from "~/config/environment";
import { followDefaults } from "~/config/followed-defaults.server";
import { servicesOf } from "~/services.server";
import { builtRelease, builtReporter } from "~/http/files/built.server";
import { bareHeaders } from "~/http/bare-headers.server";
import { streamPatterns } from "~/http/paths";
import { probePaths } from "~/http/process/probe-paths";
import { drainFor } from "~/http/process/drain.server";
import { onShutdown } from "~/http/process/shutdown.server";
import { acqStateReader, askAcq } from "~/http/process/health.server";
import { endUnread } from "~/http/process/unread.server";
import { watchLoop } from "~/http/overload/loop-delay.server";
import { guardFromOverload } from "~/http/overload/overload.server";
import { pageHandlers } from "~/http/remix/page-handlers.server";
import { answerParserErrors } from "~/http/guard/parser-errors.server";
import { loadBuild, startVite } from "~/http/remix/remix-build.server";
import { routePatterns } from "~/http/remix/route-pattern.server";
import { createPageTemplates } from "~/page-templates/page-templates.server";
import { serveFromCache } from "~/page-cache/serve-from-cache.server";
import { siteApp } from "~/site-app.server";
import { announce } from "~/telemetry/announce.server";
import { takeConsole } from "~/telemetry/console.server";
import { logWritten } from "~/telemetry/destination.server";
import { requestLineWriter } from "~/telemetry/access-log-line.server";
import { accessLog } from "~/telemetry/access-log.server";
import { setRequestRecord } from "~/telemetry/request-record.server";
import { telemetryOf } from "~/telemetry/telemetry.server";
import { endWithUncaught } from "~/telemetry/uncaught.server";

/** In milliseconds; with what goes before and after, 25 s (docs/product.md#dependable). */
const drainMs = 24_000;
/** From then on nobody waits for acq: what it has not answered is answered without it. */
const lastCallMs = drainMs - 2000;
const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const atEnd = onShutdown();
const config = readConfig();
const { basePath } = config;
const telemetry = telemetryOf(config);
const readiness = { ready: false };
let close = (): void => undefined;
if (config.mode !== "development") takeConsole(telemetry.log);
endWithUncaught(telemetry, () => {
  readiness.ready = false;
  close();
});
const embeddedAcq = config.acq.embedded ? await startAcq() : undefined;
// Loaded where it is wanted: each start would pay for it.
const metricsEndpoint =
  config.metricsPort === undefined ? undefined : await import("~/telemetry/metrics-endpoint.server");
metricsEndpoint?.publishMetrics(config, exitWith);
const counting =
  metricsEndpoint && (await import("~/telemetry/prometheus-metrics.server")).prometheusMetrics();
const services = {
  ...servicesOf(config, telemetry, counting),
  browserReporter: config.sentryDsn === undefined ? undefined : builtReporter(beside("client/assets")),
  ...(config.mode !== "development" && { pageTemplates: createPageTemplates() }),
};
const { log } = services;
const ownDefaults = beside(
  `${config.mode === "development" ? "public" : "client"}/acquisition/defaults.json`,
);
await followDefaults(services.defaults, { config, log, ownFile: ownDefaults });

// The guard answers a request without a Host header: Node's own answer is bare.
const server = createServer({ requireHostHeader: false });
const vite = config.mode === "development" ? await startVite(server) : undefined;
const build = await loadBuild(vite, beside("site.js"), basePath);
const handle = vite
  ? createRequestHandler(() => loadBuild(vite, "", basePath), config.mode)
  : pageHandlers(build, config.mode);
const acqState = acqStateReader(() => askAcq(acqUrl(config, services.defaults.current)));
const app = siteApp({ services, readiness, acqState, handle, vite, files: beside("client"), ownDefaults });

// In development every page is made of the newest code; in maintenance there is but one.
const pages = vite || config.maintenance ? undefined : serveFromCache(services, handle);
const overload = await guardFromOverload({ config, log, loopDelay: watchLoop() });
const { acqBreaker, eventStreams, metrics, followers } = services;
metricsEndpoint?.measure({
  pageCache: () => pages?.counts ?? { hits: 0, misses: 0, evictions: 0 },
  isAcqUp: async () => (await acqState()) === "ok",
  isBreakerOpen: () => acqBreaker.isOpen(),
  eventStreams: () => eventStreams.count(),
  followed: () => followers.count(),
  shed: () => overload.counts.shed,
});
const tracing = config.traces && (await import("~/telemetry/traces.server")).startTracing(config.traces);
const requests = accessLog({
  write: requestLineWriter(config.logLevel),
  metrics,
  routeOf: routePatterns(basePath),
  probes: probePaths,
  streams: streamPatterns,
  tracing,
});
// Until features are known visitors would see one thing now and another a moment later.
await services.experiments.ready;
server.on("request", (req: IncomingMessage, res: ServerResponse) => {
  const record = requests.begin(req, res);
  const on = () => {
    setRequestRecord(res, record);
    if (overload.admits(req, res)) app(req, res);
    else record.refusal = "overload";
  };
  if (pages) pages.answer(req, res, record, on);
  else on();
});
endUnread(server);
const drain = drainFor(server);
close = () => server.close();
server.listen(config.port, config.host, () => {
  readiness.ready = true;
  announce(config, log);
});
server.requestTimeout = 30_000;
answerParserErrors(server, bareHeaders(config), requests.unparsed);
server.on("error", (error: NodeJS.ErrnoException) => {
  const reason =
    error.code === "EADDRINUSE" ? `PORT ${config.port.toString()} is taken; choose another` : error.message;
  exitWith(reason);
});
atEnd(stop);

function readConfig(): Config {
  try {
    const read = processConfig();
    return { ...read, release: read.release ?? builtRelease(beside("release.txt")) };
  } catch (error) {
    if (error instanceof ConfigurationError) return exitWith(error.message);
    throw error;
  }
}

async function startAcq() {
  const program = config.mode === "development" ? beside("acq/main.ts") : beside("acq.js");
  try {
    return await startEmbeddedAcq(program, {
      ...process.env,
      FRONT_END_URL: `${config.publicOrigin}${basePath}`,
    });
  } catch {
    return exitWith("the embedded acq did not start: see the line above");
  }
}

/** Takes no more, finishes what is in flight, and ends. */
function stop(): void {
  readiness.ready = false;
  services.eventStreams.drain();
  void vite?.close();
  setTimeout(() => {
    services.acqOpenCalls.endAll();
  }, lastCallMs).unref();
  void drain(drainMs).then(async () => {
    embeddedAcq?.kill();
    await Promise.all([logWritten(), tracing?.end()]);
    process.exit(0);
  });
}

function exitWith(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
