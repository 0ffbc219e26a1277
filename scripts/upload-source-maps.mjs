import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { localProgram, runOrThrow, root } from "./run.mjs";

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
export async function uploadSourceMaps(release, build = join(root, "build")) {
  try {
    if (shouldUpload) {
      await upload(release, join(build, "client"), []);
      await upload(release, build, ["client", "server", "acq.js", "acq.js.map"]);
    }
  } finally {
    for (const file of readdirSync(join(build, "client"), { recursive: true }))
      if (file.endsWith(".map")) rmSync(join(build, "client", file));
  }
}

async function upload(release, folder, ignoredNames) {
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
  await runOrThrow(localProgram("sentry-cli"), ["sourcemaps", "upload", ...releaseOptions, ...uploadOptions]);
}
