import type { RequestHandler } from "express";
import staticGzip from "express-static-gzip";
import type { ServeStaticOptions } from "serve-static";
import { fileHeaders } from "../security-headers.server";

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
