import { join } from "node:path";
import express from "express";
import { isAssetPath } from "~/request/paths";
import type { RequestAddress } from "~/request/request-address";
import type { Services } from "~/request/services.server";
import type { Step } from "~/server/exchange";
import { connectStep } from "./connect.server";
import {
  buildFiles,
  consentScript,
  defaultsFile,
  newestConsentScript,
  securityTxt,
} from "./site-files.server";

interface StaticFilesOptions {
  services: Pick<Services, "config" | "clock">;
  /** The folder with the build's files for browsers. */
  files: string;
  /** The site's own defaults file. */
  ownDefaults: string;
  /** In development files are made of the newest sources. */
  isDevelopment: boolean;
}

/** Serves the files of the site. Express is here alone: pages do without it. */
export function staticFiles({ services, files, ownDefaults, isDevelopment }: StaticFilesOptions): Step {
  const { config, clock } = services;
  const { basePath } = config;
  const app = express();
  app.disable("x-powered-by").set("query parser", false);
  app.use(defaultsFile(ownDefaults));
  app.use(securityTxt(config, clock));
  app.use("/entrance/cmp", isDevelopment ? newestConsentScript : consentScript(join(files, "entrance/cmp")));
  app.use(
    `${basePath}/assets`,
    // What never changes is never asked for again: no browser needs what to ask with.
    buildFiles(join(files, "assets"), {
      ...{ immutable: true, maxAge: "1y", fallthrough: false },
      ...{ lastModified: false, etag: false, acceptRanges: false },
    }),
  );
  app.use(basePath || "/", buildFiles(files, { maxAge: "1h" }));
  const serve = connectStep(app);
  const isFile = fileAddresses(basePath);

  return (exchange, next) => (isFile(exchange.address) ? serve(exchange, next) : next());
}

/** Pages have no ending: whoever requests one need not wait for the disk. */
function fileAddresses(basePath: string): (address: RequestAddress) => boolean {
  const folders = ["/entrance/cmp", `${basePath}/assets`];
  return ({ path }) =>
    isAssetPath(path) || folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}
