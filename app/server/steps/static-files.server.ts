import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import express, { type RequestHandler } from "express";
import staticGzip from "express-static-gzip";
import type { ServeStaticOptions } from "serve-static";
import type { Config } from "~/config/environment";
import { localeCodes } from "~/i18n/locales";
import { isAssetPath, securityTxtPath } from "~/request/paths";
import type { RequestAddress } from "~/request/request-address";
import type { Services } from "~/request/services.server";
import type { PipelineStep } from "~/server/exchange";
import { setFileHeaders } from "~/server/security-headers.server";

interface StaticFilesOptions {
  services: Pick<Services, "config" | "clock">;
  /** The folder with the build's files for browsers. */
  clientFilesFolder: string;
  /** The path of the JSON file with settings (the defaults file) that ships with the site. */
  siteDefaultsFile: string;
  /** In development, the consent script is served from its sources. */
  isDevelopment: boolean;
}

/** Serves the site's files. No other step uses Express. */
export function createStaticFileStep({
  services,
  clientFilesFolder,
  siteDefaultsFile,
  isDevelopment,
}: StaticFilesOptions): PipelineStep {
  const { config, clock } = services;
  const { basePath } = config;
  const expressApp = express();
  expressApp.disable("x-powered-by").set("query parser", false);
  expressApp.use(serveDefaultsFile(siteDefaultsFile));
  expressApp.use(serveSecurityTxt(config, clock));
  // The consent script has a fixed path without base path (docs/operate/configuration.md and
  // docs/product/pages.md#pages). Browsers load it again after an hour, or earlier if the query of its URL changes.
  expressApp.use(
    "/entrance/cmp",
    isDevelopment
      ? serveConsentScriptSource
      : serveBuildFiles(join(clientFilesFolder, "entrance/cmp"), { maxAge: "1h", fallthrough: false }),
  );
  expressApp.use(
    `${basePath}/assets`,
    // Files in this folder never change, so browsers need no ETag or Last-Modified header for them.
    serveBuildFiles(join(clientFilesFolder, "assets"), {
      immutable: true,
      maxAge: "1y",
      fallthrough: false,
      lastModified: false,
      etag: false,
      acceptRanges: false,
    }),
  );
  // Ignores the Range header: a response to a long Range header would cost three times as much as the whole file.
  expressApp.use(basePath || "/", serveBuildFiles(clientFilesFolder, { maxAge: "1h", acceptRanges: false }));
  const serveFile = createStepFromMiddleware(expressApp);
  const isFileAddress = createFileMatcher(basePath);

  return (exchange, next) => (isFileAddress(exchange.address) ? serveFile(exchange, next) : next());
}

/**
 * Returns a function that recognizes files by their folder or extension, so that requests for pages skip the file
 * system.
 */
function createFileMatcher(basePath: string): (address: RequestAddress) => boolean {
  const fileFolders = ["/entrance/cmp", `${basePath}/assets`];
  return ({ path }) =>
    isAssetPath(path) || fileFolders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** A Connect or Express middleware that uses nothing but Node's own request and response. */
type ConnectMiddleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

/** Creates a step from a library's middleware. If the middleware sends the response, the next step is not called. */
function createStepFromMiddleware(middleware: ConnectMiddleware): PipelineStep {
  return ({ req, res }, next) =>
    new Promise((resolve, reject) => {
      res.once("close", resolve);
      middleware(req, res, (error) => {
        if (error === undefined) resolve(next());
        else reject(error instanceof Error ? error : new Error("a middleware failed", { cause: error }));
      });
    });
}

const dayMs = 24 * 60 * 60 * 1000;
/**
 * How long security.txt is valid. Less than a year, as RFC 9116, section 2.5.5, recommends, so that outdated contacts
 * expire.
 */
const securityTxtValidDays = 180;

/** Serves security.txt (RFC 9116) if SECURITY_CONTACT is set. */
function serveSecurityTxt(config: Config, clock: () => Date): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  if (config.securityContacts.length === 0) return router;
  router.get(securityTxtPath, (_req, res) => {
    setFileHeaders(res);
    res
      .set("Cache-Control", "public, max-age=3600")
      .type("text/plain")
      .send(createSecurityTxt(config, clock()));
  });
  return router;
}

function createSecurityTxt({ securityContacts, publicOrigin, localeDomains }: Config, now: Date): string {
  const expiresAt = new Date(now.getTime() + securityTxtValidDays * dayMs);
  expiresAt.setUTCHours(0, 0, 0, 0);
  const urlScheme = publicOrigin.split("//", 1).join("");
  const origins = [publicOrigin, ...[...localeDomains.keys()].map((host) => `${urlScheme}//${host}`)];
  return [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expiresAt.toISOString()}`,
    `Preferred-Languages: ${["en", ...localeCodes.filter((localeCode) => localeCode !== "en")].join(", ")}`,
    ...origins.map((origin) => `Canonical: ${origin}${securityTxtPath}`),
    "",
  ].join("\n");
}

/**
 * The URL path of the defaults file (JSON settings) that ships with the site. It never begins with the base path
 * (docs/product/pages.md#pages).
 */
const defaultsFilePath = "/acquisition/defaults.json";

/**
 * Serves the defaults file (JSON settings) that ships with the site. The file is read for each request, because an
 * operator may replace it.
 */
function serveDefaultsFile(siteDefaultsFile: string): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get(defaultsFilePath, (_req, res, next) => {
    setFileHeaders(res);
    res.sendFile(
      siteDefaultsFile,
      { cacheControl: false, headers: { "Cache-Control": "no-cache" } },
      (error?: Error) => {
        if (error) next(Object.assign(error, { status: 404 }));
      },
    );
  });
  return router;
}

/** Serves the consent script in development from its sources, as Vite modules. */
const serveConsentScriptSource: RequestHandler = (req, res, next) => {
  if (req.path === "/js/cmp_min.js") res.type("js").send('import("/app/browser/consent-service.ts");');
  else next();
};

/** Serves a folder of the build with its precompressed files (scripts/compress-files.mjs). */
export function serveBuildFiles(folder: string, options: ServeStaticOptions): RequestHandler {
  const serveStaticOptions = {
    ...options,
    index: false,
    redirect: false,
    setHeaders: setFileHeaders,
  } as const;
  const serve = staticGzip(folder, {
    enableBrotli: true,
    orderPreference: ["br", "gz"],
    index: false,
    serveStatic: serveStaticOptions,
  });
  return (req, res, next) => {
    serve(req, res, (error?: unknown) => {
      // Removes Content-Encoding, because the next step's response must not have this header. It is still set if a
      // precompressed file was removed, or became unreadable, after the start.
      res.removeHeader("Content-Encoding");
      next(error);
    });
  };
}
