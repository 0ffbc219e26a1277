import { join } from "node:path";
import type { RequestHandler } from "@remix-run/node";
import compression from "compression";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import type { ViteDevServer } from "vite";
import { createRequestContext, type RequestContext, type RequestFacts } from "~/request/context.server";
import { belowBase, isAssetPath, meantAddress, pageAt } from "~/request/paths";
import {
  buildFiles,
  consentScript,
  defaultsFile,
  newestConsentScript,
  securityTxt,
} from "./site-files.server";
import { clientAddressReader } from "./client-address.server";
import { browserFailureReports } from "./browser-reports/browser-failures.server";
import { cspReports } from "./browser-reports/csp-reports.server";
import { fieldNames } from "~/request/field-names";
import { formTokenCheck } from "~/request/form-token.server";
import { dropBody } from "./guard/guard-body.server";
import { newNonce } from "~/request/tokens/fresh-bytes.server";
import { ownOriginOf } from "~/request/urls.server";
import { languageButtons } from "./language-buttons.server";
import { remixHandler } from "./remix/remix-adapter.server";
import { type Refusal, requestGuard } from "./guard/request-guard.server";
import { factsOf } from "./request-facts.server";
import { begunContext } from "./page-templates/serve-from-template.server";
import { nonces, securityHeaders } from "./security-headers.server";
import { splitPrefix } from "~/i18n/negotiate";
import type { Services } from "~/request/services.server";
import { requestRecordOf } from "~/telemetry/request-record.server";

/** By the guard, or by an operator at work (MAINTENANCE). */
type Refused = Refusal | { status: 503; maintenance: true; allow?: never };

interface AppParts {
  services: Services;
  /** Remix with the site's routes. */
  handle: RequestHandler;
  /** In development alone. */
  vite: ViteDevServer | undefined;
  /** The folder with the build's files for browsers. */
  files: string;
  /** The site's own defaults file. */
  ownDefaults: string;
}

/** Creates the Express app for requests that neither probes nor the page cache answer. The order matters. */
export function siteApp(parts: AppParts): Express {
  const { services, vite, files, ownDefaults } = parts;
  const { config, log, sealing, metrics } = services;
  const { basePath } = config;
  const clientAddress = clientAddressReader(config.trustProxy, log);
  const isOwnOrigin = ownOriginOf(config);
  const pages = sitePages(parts, clientAddress);

  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", config.trustProxy);
  app.use(securityHeaders(config, newNonce));
  const sender = { log, clientAddress, isOwnOrigin };
  app.use(cspReports(`${basePath}/csp-reports`, { ...sender, count: metrics.cspViolation }));
  app.use(browserFailureReports(`${basePath}/browser-reports`, { ...sender, count: metrics.browserFailure }));
  app.use(
    requestGuard({
      basePath,
      fieldNames,
      isOwnOrigin,
      verifyFormToken: formTokenCheck(config, sealing),
      formTokenOf: (path) => pageAt(splitPrefix(path).rest)?.formToken,
      refuse: pages.refuse,
      note: (res, reason) => {
        requestRecordOf(res).refusal = reason;
      },
    }),
  );
  app.use(languageButtons(config));
  app.use(compression());
  app.use(defaultsFile(ownDefaults));
  app.use(securityTxt(config, services.clock));
  if (vite) app.use(vite.middlewares);
  app.use("/entrance/cmp", vite ? newestConsentScript : consentScript(join(files, "entrance/cmp")));
  app.use(
    `${basePath}/assets`,
    // What never changes is never asked for again: no browser needs what to ask with.
    buildFiles(join(files, "assets"), {
      ...{ immutable: true, maxAge: "1y", fallthrough: false },
      ...{ lastModified: false, etag: false, acceptRanges: false },
    }),
  );
  const ownFiles = buildFiles(files, { maxAge: "1h" });
  app.use(basePath || "/", (req, res, next) => {
    // Pages have no ending: who asks for one need not wait for the disk.
    if (isAssetPath(req.path)) ownFiles(req, res, next);
    else next();
  });
  app.use(pages.answer);
  app.use(pages.answerError);
  return app;
}

/** The pages that Remix draws, refusals included, and the plain answer where it cannot. */
function sitePages({ services, handle }: AppParts, clientAddress: (req: Request) => string) {
  const { config, log } = services;
  const { basePath, publicOrigin, maintenance } = config;
  const refusals = new WeakMap<Request, Refused>();
  const remix = remixHandler({
    handle,
    publicOrigin,
    loadContext(req, res, signal, documentSink) {
      const refusal = refusals.get(req);
      const sender = { refusal, clientAddress: clientAddress(req), signal, documentSink };
      return { app: contextOf(services, req, res, sender) };
    },
  });

  /** A refused request is answered with a page like any other, in the visitor's language. */
  function refuse(req: Request, res: Response, refusal: Refused): void {
    if (refusal.allow) res.set("Allow", refusal.allow);
    const { prefix } = splitPrefix(req.originalUrl.slice(basePath.length));
    refusals.set(req, refusal);
    dropBody(req);
    req.method = req.method === "HEAD" ? "HEAD" : "GET";
    req.originalUrl = `${basePath}${prefix}/error/refused`;
    remix(req, res, (error: unknown) => {
      answerError(error, req, res, () => undefined);
    });
  }

  function answer(req: Request, res: Response, next: NextFunction): void {
    res.set("Cache-Control", "no-store");
    const [path = ""] = req.originalUrl.split("?", 1);
    const below = belowBase(path, basePath);
    // Answered under any base path: a browser goes there whose redirect to /error/404 failed.
    if (basePath !== "" && path === "/acquisition/error/404") req.originalUrl = `${basePath}${path}`;
    else if (below === undefined || isAssetPath(below)) {
      res.status(404).type("text").send("Not found\n");
      return;
    }
    if (maintenance) {
      refuse(req, res, { status: 503, maintenance: true });
      return;
    }
    const meant =
      below !== undefined && req.method !== "POST"
        ? meantAddress(below, req.originalUrl.slice(path.length))
        : undefined;
    if (meant === undefined) remix(req, res, next);
    else res.status(302).location(`${basePath}${meant}`).end();
  }

  /** The answer to a failure outside of Remix. */
  function answerError(error: unknown, _req: Request, res: Response, _next: NextFunction): void {
    const status = typeof error === "object" && error !== null && "status" in error ? error.status : 500;
    const record = requestRecordOf(res);
    if (status !== 404) log.of(record).error({ err: error }, "unexpected error");
    if (res.headersSent) {
      res.destroy();
      return;
    }
    // A file that another instance has may be asked for again.
    res.set("Cache-Control", "no-store");
    if (status === 404) res.status(404).type("text").send("Not found\n");
    else res.status(500).type("text").send(`Internal Server Error: ${record.correlationId}\n`);
  }

  return { refuse, answer, answerError };
}

/** The context of a request; what was decided for the page that was asked for says nothing of the page of a refusal. */
function contextOf(
  services: Services,
  req: Request,
  res: Response,
  sender: Pick<RequestFacts, "refusal" | "clientAddress" | "signal" | "documentSink">,
): RequestContext {
  const begun = sender.refusal ? undefined : begunContext(req);
  if (begun) return { ...begun, facts: { ...begun.facts, ...sender } };
  const served = { ...sender, nonce: nonces.get(res), record: requestRecordOf(res) };
  return createRequestContext(services, factsOf(req, req.originalUrl, services.config, served));
}
