import express, { type RequestHandler } from "express";
import { fileHeaders } from "../security-headers.server";

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
