import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { resolveLocalProgram, runOrThrow, root } from "./run.mjs";

/**
 * True if source maps are uploaded, which needs a token. Without the token, the build creates no source maps for the
 * browser's files.
 */
export const shouldUpload = Boolean(process.env.SENTRY_AUTH_TOKEN);

/**
 * Uploads the source maps of server and browser to Sentry, under the file names of error reports
 * (app/telemetry/error-info.ts). Without SENTRY_AUTH_TOKEN nothing is uploaded. The browser's source maps are deleted
 * in any case, because they are never served.
 */
export async function uploadSourceMaps(release, buildFolder = join(root, "build")) {
  try {
    if (shouldUpload) {
      await uploadFolder(release, join(buildFolder, "client"), []);
      await uploadFolder(release, buildFolder, ["client", "server", "acq.js", "acq.js.map"]);
    }
  } finally {
    for (const file of readdirSync(join(buildFolder, "client"), { recursive: true }))
      if (file.endsWith(".map")) rmSync(join(buildFolder, "client", file));
  }
}

async function uploadFolder(release, folder, ignoredNames) {
  const { SENTRY_ORG, SENTRY_PROJECT } = process.env;
  if (!SENTRY_ORG || !SENTRY_PROJECT)
    throw new Error("SENTRY_AUTH_TOKEN needs SENTRY_ORG and SENTRY_PROJECT");
  const releaseOptions = ["--org", SENTRY_ORG, "--project", SENTRY_PROJECT, "--release", release];
  const uploadOptions = [
    "--url-prefix",
    "app:///",
    ...ignoredNames.flatMap((name) => ["--ignore", name]),
    folder,
  ];
  await runOrThrow(resolveLocalProgram("sentry-cli"), [
    "sourcemaps",
    "upload",
    ...releaseOptions,
    ...uploadOptions,
  ]);
}
