import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, readFileSync } from "node:fs";
import { findBlockedScripts } from "~/config/blocked-scripts";
import { type Config, ConfigurationError, processConfig } from "~/config/environment";
import { describeListenError } from "~/config/listen-error";
import { isGuessableSecret } from "~/config/session-secret";
import { probeAcq } from "./lifecycle/acq-state.server";
import type { PortListeners } from "./lifecycle/port-listeners.server";
import { findUnsetPageVariables } from "./placeholder-pages.server";
import type { Log } from "~/telemetry/log.server";
import { readPort } from "~/telemetry/log-fields";

/** Logs the URL of the site. With the embedded acq, also prints codes and accounts to try. */
function announceStart(config: Config, log: Log, address: AddressInfo | string | null): void {
  const homeUrl = `${config.publicOrigin}${config.basePath}/`;
  log.info({ url: homeUrl, port: readPort(address), release: config.release }, "listening");
  if (config.acq.isUnnamed)
    log.warn(
      { url: config.acq.url },
      "ACQ_GRAPHQL_URL is not set: the site calls acq on this machine, unless DEFAULTS_URL names a file with acq's URL",
    );
  if (config.secrets.some(isGuessableSecret))
    log.warn(
      { variable: "SESSION_SECRET" },
      "a secret has so few different characters that it can be guessed: replace it with the output of openssl rand -base64 32",
    );
  for (const blockedScript of findBlockedScripts(config))
    log.warn(blockedScript, "browsers block a configured script: CSP_SCRIPT_HOSTS does not allow its origin");
  if (!config.acq.embedded) {
    const unsetPageVariables = findUnsetPageVariables(config);
    if (unsetPageVariables !== "")
      log.warn(
        { variable: unsetPageVariables },
        "visitors see placeholders instead of the club's pages whose variables are not set",
      );
    return;
  }
  const passwordLine = config.acq.embeddedPublic
    ? "with the password that acq printed at its first start"
    : "password velvetgate";
  const acqOrigin = `http://localhost:${config.acq.embeddedPort.toString()}`;
  process.stdout.write(
    [
      "",
      `  ${config.brand} is open:  ${homeUrl}`,
      "  access codes:        WELCOME, VIP2026, LASTONE; refused: EMPTY, PENDING, EXPIRED, NOCUSTOM, NOINVITER, NOREFERER, NEEDSVT",
      `  sign in as:          member@example.com or admin@example.com, ${passwordLine}`,
      `  sent e-mails:        ${acqOrigin}/outbox`,
      "",
      "",
    ].join("\n"),
  );
}

/**
 * Makes the server listen, and logs that it listens. If the port or network address is not available, the process
 * exits.
 */
export function listen(
  server: Server,
  listeners: Pick<PortListeners, "listen">,
  { config, log }: { config: Config; log: Log },
  onListening: () => void,
): void {
  const { port, host } = config;
  const settings = { portVariable: "PORT", port, hostVariable: "HOST", host };
  server.on("error", (error) => exitWithReason(describeListenError(error, settings)));
  listeners.listen(port, host, () => {
    onListening();
    const address = server.address();
    // In development, the parent process (scripts/dev) prints the URL.
    if (config.mode === "development" && process.send) process.send({ listening: readPort(address) });
    else announceStart(config, log, address);
  });
}

/**
 * Logs a warning if acq does not answer at the start, so that an operator finds a wrong URL before a visitor needs acq.
 */
export async function warnIfAcqIsDown(url: string, log: Pick<Log, "warn">): Promise<void> {
  if ((await probeAcq(url)) === "ok") return;
  const { origin, pathname } = new URL(url);
  log.warn(
    { url: `${origin}${pathname}` },
    "acq does not answer: check that acq runs, and ACQ_GRAPHQL_URL (or the URL in the defaults file)",
  );
}

/** Prints in one line why the process cannot start and how to fix this, then exits with code 1. */
export function exitWithReason(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

/**
 * Returns the configuration of the process. With an invalid configuration the process exits.
 *
 * @param releaseFile - the file with the release name of the build
 */
export function readConfig(releaseFile: string): Config {
  try {
    const config = processConfig();
    const builtRelease = existsSync(releaseFile) ? readFileSync(releaseFile, "utf8").trim() : undefined;
    if (builtRelease !== undefined && config.mode === "development")
      return exitWithReason(
        "NODE_ENV=development is only for npm run dev; start a build with NODE_ENV=production",
      );
    return { ...config, release: config.release ?? builtRelease };
  } catch (error) {
    if (error instanceof ConfigurationError) return exitWithReason(error.message);
    throw error;
  }
}

/**
 * Starts the embedded acq in a separate process and waits until it listens. If the start fails, this process exits. The
 * embedded acq gets the environment of this process, and exits when this process exits.
 */
export async function startEmbeddedAcq(
  programFile: string,
  { mode, publicOrigin, basePath }: Config,
  environment: NodeJS.ProcessEnv,
  log: Pick<Log, "error">,
): Promise<ChildProcess> {
  const acqEnvironment = { ...environment, NODE_ENV: mode, FRONT_END_URL: `${publicOrigin}${basePath}` };
  const acqProcess = fork(programFile, { env: acqEnvironment });
  const exitWithError = (exitCode: number | null) => {
    // Prints nothing after exit code 1, because the embedded acq has then already logged the reason.
    if (exitCode === 1) process.exit(1);
    exitWithReason("the embedded acq exited before it was ready; start the site again");
  };
  acqProcess.once("exit", exitWithError);
  await once(acqProcess, "message");
  acqProcess.off("exit", exitWithError);
  acqProcess.once("exit", (exitCode, signal) => {
    log.error(
      { code: exitCode ?? undefined, signal: signal ?? undefined },
      "the embedded acq has exited: restart the site",
    );
  });
  return acqProcess;
}
