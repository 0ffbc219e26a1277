import cluster from "node:cluster";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { createRequestHandler } from "@remix-run/node";
import compression from "compression";
import express, { type NextFunction, type Request, type Response } from "express";
import { startEmbeddedAcq } from "~/acq/embedded.server";
import { ConfigurationError, processConfig, type Config } from "~/config/environment";
import { createRequestContext, servicesOf } from "~/context.server";
import { clientAddressReader } from "~/http/client-address.server";
import { isAssetPath } from "~/http/asset-path";
import { buildFiles } from "~/http/build-files.server";
import { cspReports } from "~/http/csp-reports.server";
import { drainFor } from "~/http/drain.server";
import { fieldNames, repeatable } from "~/http/field-names";
import { formTokenCheck } from "~/http/form-token.server";
import { healthProbes } from "~/http/health.server";
import { isLandingPath } from "~/http/landing-slug";
import { ownOriginOf } from "~/http/own-origin.server";
import { pageHandlers } from "~/http/page-handlers.server";
import { answerParserErrors } from "~/http/parser-errors.server";
import { loadBuild, startVite } from "~/http/remix-build.server";
import { askedFor } from "~/http/page-url";
import { remixHandler } from "~/http/remix-adapter.server";
import { requestGuard, type Refusal } from "~/http/request-guard.server";
import { nonces, securityHeaders } from "~/http/security-headers.server";
import { splitPrefix } from "~/i18n/negotiate";
import { leadWorkers } from "~/http/workers.server";
import { createMoulds } from "~/moulds/moulds.server";
import { shortPath } from "~/page-cache/short-path.server";
import { announce } from "~/telemetry/announce.server";

const drainMs = 25_000;
const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const config = readConfig();
const { basePath } = config;
const embeddedAcq = config.acq.embedded && cluster.isPrimary ? await startAcq() : undefined;
// Loaded where it is wanted: each start would pay for it.
const metrics = config.metricsPort === undefined ? undefined : await import("~/telemetry/metrics.server");
if (cluster.isPrimary) metrics?.publishMetrics(config, exitWith);
if (cluster.isPrimary && config.workers > 1) await leadWorkers(config, () => embeddedAcq?.kill());

const services = {
  ...servicesOf(config),
  ...(config.mode !== "development" && { moulds: createMoulds() }),
};
const { log, sealing } = services;
const readiness = { ready: false };
const refusals = new WeakMap<Request, Refusal>();
const clientAddress = clientAddressReader(config.trustProxy, log);

const vite = config.mode === "development" ? await startVite() : undefined;
const build = await loadBuild(vite, beside("site.js"), basePath);
const handle = vite
  ? createRequestHandler(() => loadBuild(vite, "", basePath), config.mode)
  : pageHandlers(build, config.mode);
const remix = remixHandler({
  handle,
  publicOrigin: config.publicOrigin,
  loadContext: (req, res, gone, outlet) => ({
    app: createRequestContext(services, { ...factsOf(req, res, gone), outlet }),
  }),
});

const app = express();
app.disable("x-powered-by");
app.set("trust proxy", config.trustProxy);
app.use(healthProbes(readiness, config.acq.url));
app.use(securityHeaders(config, () => randomBytes(16).toString("base64url")));
app.use(cspReports(`${basePath}/csp-reports`, log));
app.use(
  requestGuard({
    basePath,
    fieldNames,
    repeatable,
    isOwnOrigin: ownOriginOf(config),
    verifyFormToken: formTokenCheck(config, sealing),
    tokenFree(path) {
      const { rest } = splitPrefix(path);
      return rest === "/language" || rest === "/consent" || isLandingPath(rest);
    },
    refuse,
    log: (line) => {
      log.info({}, line);
    },
  }),
);
app.use(compression());
if (vite) app.use(vite.middlewares);
app.use(
  `${basePath}/assets`,
  buildFiles(beside("client/assets"), { immutable: true, maxAge: "1y", fallthrough: false }),
);
const ownFiles = buildFiles(beside("client"), { maxAge: "1h" });
app.use(basePath || "/", (req, res, next) => {
  // Pages have no ending: who asks for one need not wait for the disk.
  if (isAssetPath(req.path)) ownFiles(req, res, next);
  else next();
});
app.use(serveSite);
app.use(answerError);

// In development every page is made of the newest code.
const pages = vite ? undefined : shortPath(services, handle);
metrics?.measure({ pageCache: () => pages?.counts ?? { hits: 0, misses: 0, evictions: 0 } });
const server = createServer((req, res) => {
  const on = () => void app(req, res);
  if (pages) pages.answer(req, res, on);
  else on();
});
const drain = drainFor(server);
server.listen(config.port, config.host, () => {
  readiness.ready = true;
  if (cluster.isPrimary) announce(config, log);
});
server.requestTimeout = 30_000;
answerParserErrors(server);
server.on("error", (error: NodeJS.ErrnoException) => {
  const reason =
    error.code === "EADDRINUSE" ? `PORT ${config.port.toString()} is taken; choose another` : error.message;
  exitWith(reason);
});
process.once("SIGTERM", stop);
// A terminal's Ctrl+C reaches every process: the first one ends its workers.
process.once("SIGINT", cluster.isWorker ? () => undefined : stop);

function readConfig(): Config {
  try {
    return processConfig();
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

function factsOf(req: Request, res: Response, signal: AbortSignal) {
  const refusal = refusals.get(req);
  return {
    ...askedFor(req.originalUrl.slice(basePath.length) || "/"),
    hostname: req.hostname,
    headers: {
      cookie: req.headers.cookie,
      acceptLanguage: req.headers["accept-language"],
      demoCountry: req.get("X-Demo-Country"),
      userAgent: req.headers["user-agent"],
      savesData: req.headers["save-data"] === "on",
    },
    clientAddress: clientAddress(req),
    nonce: nonces.get(res),
    signal,
    ...(refusal && { refusal }),
  };
}

/** A refused request is answered with a page like any other, in the visitor's language. */
function refuse(req: Request, res: Response, refusal: Refusal): void {
  if (refusal.allow) res.set("Allow", refusal.allow);
  const { prefix } = splitPrefix(req.originalUrl.slice(basePath.length).split("?", 1).join(""));
  refusals.set(req, refusal);
  req.method = req.method === "HEAD" ? "HEAD" : "GET";
  req.originalUrl = `${basePath}${prefix}/error/refused`;
  remix(req, res, (error: unknown) => {
    answerError(error, req, res, () => undefined);
  });
}

function serveSite(req: Request, res: Response, next: NextFunction): void {
  res.set("Cache-Control", "no-store");
  const [path = ""] = req.originalUrl.split("?", 1);
  // Answered under any base path: a browser goes there whose redirect to /error/404 failed.
  if (basePath !== "" && path === "/acquisition/error/404") req.originalUrl = `${basePath}${path}`;
  else if (
    (path !== basePath && !path.startsWith(`${basePath}/`)) ||
    isAssetPath(path.slice(basePath.length))
  ) {
    res.status(404).type("text").send("Not found\n");
    return;
  }
  remix(req, res, next);
}

function answerError(error: unknown, _req: Request, res: Response, _next: NextFunction): void {
  const status = typeof error === "object" && error !== null && "status" in error ? error.status : 500;
  if (status !== 404) log.error({ err: error }, "unexpected error");
  if (res.headersSent) res.destroy();
  else if (status === 404) res.status(404).type("text").send("Not found\n");
  else res.status(500).type("text").send("Internal Server Error\n");
}

/** Takes no more, finishes what is in flight, and ends; 25 s at the most (quality.md, "Dependable"). */
function stop(): void {
  readiness.ready = false;
  services.eventStreams.drain();
  void drain(drainMs).then(() => {
    embeddedAcq?.kill();
    process.exit(0);
  });
}

function exitWith(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
