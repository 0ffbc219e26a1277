import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";
import { createServer as createVite } from "vite";
import { createServerEnvironment } from "../prepare.mjs";
import { onEnd, root } from "../run.mjs";
import { sendFailure, forwardRequest } from "./proxy.mjs";
import { watchEdits, isAcqFile } from "./edits.mjs";
import { createProgram } from "./program.mjs";

/** One secret for all restarts of the server, so that cookies and open forms stay valid. */
const sessionSecret = randomBytes(32).toString("base64url");

function createEnvironment() {
  const env = { ...createServerEnvironment("development"), NODE_ENV: "development" };
  env.SESSION_SECRET ||= sessionSecret;
  return env;
}

/**
 * Serves the site from its sources. Vite serves the browser's modules, and the server serves everything else. The
 * server and the embedded acq are processes that load their modules from Vite (docs/decisions/development.md).
 */
export async function startDevelopment() {
  const frontServer = createServer({ requireHostHeader: false });
  const editWatcher = watchEdits({
    onEdit: restartEditedProgram,
    onNewVite: () => restartEditedProgram({ file: "", canPageStay: false }),
  });
  /** The programs to run: the server, and the embedded acq if there is one. */
  const watchedPrograms = [];
  let needsPageReload = false;
  let isFileListChanged = false;
  const vite = await startVite(frontServer, editWatcher.plugin);

  const { readEnvironment } = await vite.ssrLoadModule("/app/config/environment.ts");
  const result = readEnvironment(createEnvironment());
  if (!result.ok) {
    console.error(result.faults.join("\n"));
    process.exit(1);
  }
  const { config } = result;
  const invokeVite = (payload) => vite.environments.ssr.hot.handleInvoke(payload);
  watchedPrograms.push(
    createProgram("/server.ts", { environment: prepareServerEnvironment, invoke: invokeVite }),
  );
  if (config.acq.embedded)
    watchedPrograms.push(
      createProgram("/acq/main.ts", { environment: createAcqEnvironment, invoke: invokeVite }),
    );
  onEnd(() => {
    void Promise.all(watchedPrograms.map(({ stop }) => stop("SIGTERM"))).then(() => process.exit());
  });

  const { listen } = await vite.ssrLoadModule("/app/server/program.server.ts");
  const { createTelemetry } = await vite.ssrLoadModule("/app/telemetry/telemetry.server.ts");
  const [{ failed }] = await Promise.all([waitForProgramStarts(), editWatcher.isWatching()]);
  if (failed) process.exit(1);
  frontServer.on("request", (req, res) => vite.middlewares(req, res, () => void respond(req, res)));
  listen(frontServer, frontServer, { config, log: createTelemetry(config).log }, () => undefined);

  async function prepareServerEnvironment() {
    await editWatcher.waitUntilRoutesRead();
    const env = createEnvironment();
    return { ...env, PUBLIC_ORIGIN: env.PUBLIC_ORIGIN || config.publicOrigin, PORT: "0", HOST: "127.0.0.1" };
  }

  function createAcqEnvironment() {
    return { ...createEnvironment(), FRONT_END_URL: `${config.publicOrigin}${config.basePath}` };
  }

  /**
   * Waits until each program listens or has failed. If a program is restarted meanwhile, the function waits for the new
   * start too.
   */
  async function waitForProgramStarts() {
    const startPromises = watchedPrograms.map(({ portPromise }) => portPromise);
    const programPorts = await Promise.all(startPromises);
    if (watchedPrograms.some(({ portPromise }, index) => portPromise !== startPromises[index]))
      return waitForProgramStarts();
    return {
      port: programPorts[0],
      failed: watchedPrograms.find((_, index) => programPorts[index] === undefined),
    };
  }

  function restartEditedProgram(editedFiles) {
    const [server, acq] = watchedPrograms;
    // Ignores edits until Vite has started for the first time: the site and the embedded acq are not running yet.
    if (!server) return;
    needsPageReload ||= !editedFiles.canPageStay;
    isFileListChanged ||= editedFiles.isFileListChanged;
    (isAcqFile(editedFiles.file) ? acq : server)?.restart();
    void waitForProgramStarts().then(({ failed }) => {
      const { client, ssr } = vite.environments;
      if (failed && isFileListChanged) {
        // Transforms all modules again: if several files were added one after another, a module may have been
        // transformed before the last file existed.
        isFileListChanged = false;
        ssr.moduleGraph.invalidateAll();
        restartEditedProgram(editedFiles);
        return;
      }
      if (failed) client.hot.send({ type: "error", err: { message: failed.failure(), stack: "" } });
      else if (needsPageReload) client.hot.send({ type: "full-reload" });
      needsPageReload = failed !== undefined;
      isFileListChanged = false;
    });
  }

  async function respond(req, res) {
    const { port, failed } = await waitForProgramStarts();
    if (failed) return sendFailure(res, failed.failure());
    const [{ portPromise }] = watchedPrograms;
    forwardRequest(req, res, {
      port,
      onServerLost(isRepeatable) {
        if (isRepeatable && watchedPrograms[0].portPromise !== portPromise) void respond(req, res);
        else sendFailure(res, "The server exited before it answered. Its log shows the reason.");
      },
    });
  }
}

function startVite(frontServer, plugin) {
  return createVite({
    root,
    // Vite ignores .env, since the file contains variables of the server and the embedded acq.
    envDir: false,
    plugins: [plugin],
    server: {
      middlewareMode: true,
      hmr: { server: frontServer },
      watch: {
        ignored: [".cache", "build", "data", "docs", "tests"].map((folder) => join(root, folder, "**")),
        // Reports an edit only when the file is completely written.
        awaitWriteFinish: { stabilityThreshold: 30, pollInterval: 10 },
      },
    },
  });
}
