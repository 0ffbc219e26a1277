import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import express from "express";
import { isAssetPath } from "~/request/paths";
import type { RequestAddress } from "~/request/request-address";
import type { Services } from "~/request/services.server";
import type { Step } from "~/server/exchange";
import {
  serveBuildFiles,
  serveConsentScript,
  serveDefaultsFile,
  serveConsentScriptSource,
  serveSecurityTxt,
} from "./site-files.server";

interface StaticFilesOptions {
  services: Pick<Services, "config" | "clock">;
  /** The folder with the build's files for browsers. */
  files: string;
  /** The path of the JSON file with settings (the defaults file) that ships with the site. */
  ownDefaults: string;
  /** In development, the consent script is served from its sources. */
  isDevelopment: boolean;
}

/** Serves the site's files. No other step uses Express. */
export function staticFiles({ services, files, ownDefaults, isDevelopment }: StaticFilesOptions): Step {
  const { config, clock } = services;
  const { basePath } = config;
  const app = express();
  app.disable("x-powered-by").set("query parser", false);
  app.use(serveDefaultsFile(ownDefaults));
  app.use(serveSecurityTxt(config, clock));
  app.use(
    "/entrance/cmp",
    isDevelopment ? serveConsentScriptSource : serveConsentScript(join(files, "entrance/cmp")),
  );
  app.use(
    `${basePath}/assets`,
    // These files never change, so browsers need no ETag or Last-Modified header.
    serveBuildFiles(join(files, "assets"), {
      immutable: true,
      maxAge: "1y",
      fallthrough: false,
      lastModified: false,
      etag: false,
      acceptRanges: false,
    }),
  );
  // Ignores the Range header: a response to a long Range header would cost three times as much as the whole file.
  app.use(basePath || "/", serveBuildFiles(files, { maxAge: "1h", acceptRanges: false }));
  const serve = connectStep(app);
  const isFile = createFileMatcher(basePath);

  return (exchange, next) => (isFile(exchange.address) ? serve(exchange, next) : next());
}

/**
 * Returns a function that recognizes files by their folder or extension, so that requests for pages skip the file
 * system.
 */
function createFileMatcher(basePath: string): (address: RequestAddress) => boolean {
  const folders = ["/entrance/cmp", `${basePath}/assets`];
  return ({ path }) =>
    isAssetPath(path) || folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** A Connect or Express middleware that uses nothing but Node's own request and response. */
type ConnectMiddleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

/** Creates a step from a library's middleware. If the middleware sends the response, the next step is not called. */
function connectStep(middleware: ConnectMiddleware): Step {
  return ({ req, res }, next) =>
    new Promise((resolve, reject) => {
      res.once("close", resolve);
      middleware(req, res, (error) => {
        if (error === undefined) resolve(next());
        else reject(error instanceof Error ? error : new Error("a middleware failed", { cause: error }));
      });
    });
}
