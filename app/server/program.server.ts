import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { type Config, ConfigurationError, processConfig } from "~/config/environment";
import { listenFault } from "~/config/listen-fault";
import type { Log } from "~/telemetry/log.server";
import { portOf } from "~/telemetry/log-facts";

/**
 * Returns log lines about the operator's scripts that the Content-Security-Policy of shared pages refuses, since no
 * CSP_SCRIPT_HOSTS names their host. On pages with a nonce they run.
 */
export function shutOutScripts({
  gtmContainerId,
  consentScriptUrl,
  csp,
}: Config): { variable: string; url: string }[] {
  const scripts = [
    ...(gtmContainerId ? [["GTM_CONTAINER_ID", "https://www.googletagmanager.com"] as const] : []),
    ["CONSENT_SCRIPT_URL", consentScriptUrl] as const,
  ];
  return scripts
    .filter(([, url]) => URL.canParse(url) && !csp.script.some((source) => letsIn(source, new URL(url))))
    .map(([variable, url]) => ({ variable, url: new URL(url).origin }));
}

/**
 * Returns true if a host source (with or without "*." or a port) or a scheme matches the URL (CSP 3, section 6.7.2.8).
 */
function letsIn(source: string, { host, hostname, protocol }: URL): boolean {
  if (source === "*" || source === protocol) return true;
  const bare = source.replace(/:(?:\*|443)$/, "");
  if (bare.startsWith("*.")) return hostname.endsWith(bare.slice(1));
  return bare === host || bare === hostname;
}

/** Logs the address of the site; with the embedded acq also codes and accounts to try. */
function announceStart(config: Config, log: Log, address: AddressInfo | string | null): void {
  const home = `${config.publicOrigin}${config.basePath}/`;
  log.info({ url: home, port: portOf(address), release: config.release }, "listening");
  if (config.acq.isUnnamed)
    log.warn(
      { url: config.acq.url },
      "ACQ_GRAPHQL_URL is not set: acq is expected where the defaults file says, or else on this machine",
    );
  for (const script of shutOutScripts(config))
    log.warn(
      script,
      "browsers block the script of this variable: CSP_SCRIPT_HOSTS does not allow its origin",
    );
  if (!config.acq.embedded) return;
  const passwordLine = config.acq.embeddedPublic
    ? "with the password that acq has told at its first start"
    : "password velvetgate";
  const acq = `http://localhost:${config.acq.embeddedPort.toString()}`;
  process.stdout.write(
    [
      "",
      `  ${config.brand} is open:  ${home}`,
      "  access codes:        WELCOME, VIP2026, LASTONE; refused: EMPTY, PENDING, EXPIRED, NOCUSTOM, NOINVITER, NOREFERER, NEEDSVT",
      `  sign in as:          member@example.com or admin@example.com, ${passwordLine}`,
      `  its mails:           ${acq}/outbox`,
      "",
      "",
    ].join("\n"),
  );
}

/** Starts to listen and logs it. A port or address that is not available ends the process. */
export function listen(server: Server, config: Config, log: Log, onListening: () => void): void {
  const { port, host } = config;
  const settings = { portVariable: "PORT", port, hostVariable: "HOST", host };
  server.on("error", (error) => exitWith(listenFault(error, settings)));
  server.listen(port, host, () => {
    onListening();
    const address = server.address();
    // In development the parent process announces the start (scripts/dev).
    if (config.mode === "development" && process.send) process.send({ listening: portOf(address) });
    else announceStart(config, log, address);
  });
}

/** Ends the process with one line that names the fault and the remedy. */
export function exitWith(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

/**
 * Returns the configuration of the process; invalid configuration ends the process.
 *
 * @param releaseFile - the file with the release name of the build
 */
export function readConfig(releaseFile: string): Config {
  try {
    const config = processConfig();
    const built = unlessAbsent(() => readFileSync(releaseFile, "utf8").trim());
    if (built !== undefined && config.mode === "development")
      return exitWith("NODE_ENV=development is for npm run dev; start a build with NODE_ENV=production");
    return { ...config, release: config.release ?? built };
  } catch (error) {
    if (error instanceof ConfigurationError) return exitWith(error.message);
    throw error;
  }
}

const buildRemedy = "run npm run build, or install the release again";

/** Ends the process if the error says that a file of the build could not be loaded. */
export function endIfIncomplete(file: string, error: unknown): void {
  if (error instanceof SyntaxError || (error instanceof Error && "code" in error))
    exitWith(`${file}, or a file that it imports, is missing or damaged: ${buildRemedy}`);
}

/** Ends the process if a file for browsers is missing, as in an incomplete copy or in one of two builds. */
export function requireBrowserFiles(folder: string, { entry, routes }: ServerBuild["assets"]): void {
  const parts = [entry, ...Object.values(routes)];
  const names = new Set(
    parts.flatMap(({ module, imports = [] }) => [module, ...imports]).map((path) => basename(path)),
  );
  for (const name of names) {
    const file = join(folder, "assets", name);
    if (!existsSync(file)) exitWith(`${file} is missing: the folder build/ is not whole; ${buildRemedy}`);
  }
}

/** Returns the name of the error reporter's script, which contains a hash; undefined without a build. */
export function builtReporter(folder: string): string | undefined {
  return unlessAbsent(() => readdirSync(folder).find((file) => /^browser-reporter-\w+\.js$/.test(file)));
}

function unlessAbsent<Found>(find: () => Found): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Starts the embedded acq in a process of its own and waits until it listens; a failure ends this process. It reads the
 * environment of this process, and ends with it.
 */
export async function startEmbeddedAcq(
  program: string,
  { mode, publicOrigin, basePath }: Config,
  environment: NodeJS.ProcessEnv,
  log: Pick<Log, "error">,
): Promise<ChildProcess> {
  const env = { ...environment, NODE_ENV: mode, FRONT_END_URL: `${publicOrigin}${basePath}` };
  const child = fork(program, { env });
  const fail = (code: number | null) => {
    // With exit code 1 it has logged the reason.
    if (code === 1) process.exit(1);
    exitWith("the embedded acq ended before it listened; starting again may help");
  };
  child.once("exit", fail);
  await once(child, "message");
  child.off("exit", fail);
  child.once("exit", (code, signal) => {
    log.error(
      { code: code ?? undefined, signal: signal ?? undefined },
      "the embedded acq has exited: restart the site",
    );
  });
  return child;
}
