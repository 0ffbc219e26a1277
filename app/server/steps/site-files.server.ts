import express, { type RequestHandler } from "express";
import staticGzip from "express-static-gzip";
import type { ServeStaticOptions } from "serve-static";
import { setFileHeaders } from "~/server/security-headers.server";
import { securityTxtPath } from "~/request/paths";
import type { Config } from "~/config/environment";
import { localeCodes } from "~/i18n/locales";

const dayMs = 24 * 60 * 60 * 1000;
/**
 * How long security.txt is valid. Less than a year, as RFC 9116, section 2.5.5, recommends, so that outdated contacts
 * expire.
 */
const validDays = 180;

/** Serves security.txt (RFC 9116) if SECURITY_CONTACT is set. */
export function serveSecurityTxt(config: Config, clock: () => Date): RequestHandler {
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
  const expires = new Date(now.getTime() + validDays * dayMs);
  expires.setUTCHours(0, 0, 0, 0);
  const scheme = publicOrigin.split("//", 1).join("");
  const origins = [publicOrigin, ...[...localeDomains.keys()].map((host) => `${scheme}//${host}`)];
  return [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${["en", ...localeCodes.filter((code) => code !== "en")].join(", ")}`,
    ...origins.map((origin) => `Canonical: ${origin}${securityTxtPath}`),
    "",
  ].join("\n");
}

/**
 * The URL path of the defaults file (JSON settings) that ships with the site. It never begins with the base path
 * (docs/product/pages.md#pages).
 */
const defaultsPath = "/acquisition/defaults.json";

/**
 * Serves the defaults file (JSON settings) that ships with the site. The file is read for each request, because an
 * operator may replace it.
 */
export function serveDefaultsFile(file: string): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get(defaultsPath, (_req, res, next) => {
    setFileHeaders(res);
    res.sendFile(file, { cacheControl: false, headers: { "Cache-Control": "no-cache" } }, (error?: Error) => {
      if (error) next(Object.assign(error, { status: 404 }));
    });
  });
  return router;
}

/**
 * Serves the consent script at `/entrance/cmp`, a fixed path without base path (docs/operate/configuration.md and
 * docs/product/pages.md#pages). Browsers may cache the script for an hour; a new cache buster in its URL reloads it
 * earlier.
 *
 * @param folder - the build's folder
 */
export function serveConsentScript(folder: string): RequestHandler {
  return serveBuildFiles(folder, { maxAge: "1h", fallthrough: false });
}

/** Serves the consent script in development from its sources, as Vite modules. */
export const serveConsentScriptSource: RequestHandler = (req, res, next) => {
  if (req.path === "/js/cmp_min.js") res.type("js").send('import("/app/browser/consent/service.ts");');
  else next();
};

/** Serves a folder of the build with its precompressed files (scripts/compress-files.mjs). */
export function serveBuildFiles(folder: string, options: ServeStaticOptions): RequestHandler {
  const serveStatic = { ...options, index: false, redirect: false, setHeaders: setFileHeaders } as const;
  const serve = staticGzip(folder, {
    enableBrotli: true,
    orderPreference: ["br", "gz"],
    index: false,
    serveStatic,
  });
  return (req, res, next) => {
    serve(req, res, (error?: unknown) => {
      // The header is set if a precompressed file was removed, or became unreadable, after the start.
      res.removeHeader("Content-Encoding");
      next(error);
    });
  };
}
