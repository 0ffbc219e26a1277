import type { RequestHandler } from "express";
import { buildFiles } from "./build-files.server";

/**
 * Our own consent service at its fixed place, `/entrance/cmp`, under any base path (docs/product.md#configuration and docs/product.md#pages). A
 * loader's cache-buster changes every hour, and so long a browser may keep it.
 *
 * @param folder the build's
 */
export function consentScript(folder: string): RequestHandler {
  return buildFiles(folder, { maxAge: "1h", fallthrough: false });
}

/** The same in development, of the newest sources: Vite makes modules of them. */
export const newestConsentScript: RequestHandler = (req, res, next) => {
  if (req.path === "/js/cmp_min.js") res.type("js").send('import("/app/consent/service.ts");');
  else next();
};
