import express, { type RequestHandler } from "express";
import staticGzip from "express-static-gzip";
import type { ServeStaticOptions } from "serve-static";
import { fileHeaders } from "~/server/security-headers.server";
import { securityTxtPath } from "~/request/paths";
import type { Config } from "~/config/environment";
import { localeCodes } from "~/i18n/locales";

const dayMs = 24 * 60 * 60 * 1000;
/** Less than a year, as RFC 9116, section 2.5.5, recommends: an operator who is gone is not asked for ever. */
const goodForDays = 180;

/** Says who hears of vulnerabilities (RFC 9116); without SECURITY_CONTACT there is no such file. */
export function securityTxt(config: Config, clock: () => Date): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  if (config.securityContacts.length === 0) return router;
  router.get(securityTxtPath, (_req, res) => {
    fileHeaders(res);
    res.set("Cache-Control", "public, max-age=3600").type("text/plain").send(textFor(config, clock()));
  });
  return router;
}

function textFor({ securityContacts, publicOrigin, localeDomains }: Config, now: Date): string {
  const expires = new Date(now.getTime() + goodForDays * dayMs);
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

/** Where the defaults file of the site itself is answered, under any base path (docs/product.md#pages). */
const defaultsPath = "/acquisition/defaults.json";

/** The site's own defaults file, read anew for everyone who asks: an operator may put another in its place. */
export function defaultsFile(file: string): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get(defaultsPath, (_req, res, next) => {
    fileHeaders(res);
    res.sendFile(file, { cacheControl: false, headers: { "Cache-Control": "no-cache" } }, (error?: Error) => {
      if (error) next(Object.assign(error, { status: 404 }));
    });
  });
  return router;
}

/**
 * Our own consent service at its fixed place, `/entrance/cmp`, under any base path (docs/product.md#configuration and
 * docs/product.md#pages). A loader's cache-buster changes every hour, and so long a browser may keep it.
 *
 * @param folder the build's
 */
export function consentScript(folder: string): RequestHandler {
  return buildFiles(folder, { maxAge: "1h", fallthrough: false });
}

/** The same in development, of the newest sources: Vite makes modules of them. */
export const newestConsentScript: RequestHandler = (req, res, next) => {
  if (req.path === "/js/cmp_min.js") res.type("js").send('import("/app/browser/consent/service.ts");');
  else next();
};

/** Serves a folder of the build, files that were compressed with it as they are (scripts/compress-files.mjs). */
export function buildFiles(folder: string, options: ServeStaticOptions): RequestHandler {
  const serveStatic = { ...options, index: false, redirect: false, setHeaders: fileHeaders } as const;
  return staticGzip(folder, {
    enableBrotli: true,
    orderPreference: ["br", "gz"],
    index: false,
    serveStatic,
  });
}
