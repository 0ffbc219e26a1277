import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { accessSync, constants, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { type Config, ConfigurationError, processConfig } from "~/config/environment";
import type { PortListeners } from "./lifecycle/port-listeners.server";
import { listenFault } from "~/config/listen-fault";
import type { Log } from "~/telemetry/log.server";
import { readPort } from "~/telemetry/log-facts";

/**
 * Returns the operator's scripts that the Content-Security-Policy of shared pages blocks, because CSP_SCRIPT_HOSTS does
 * not list their hosts. Pages with a nonce allow them. The caller logs the result.
 */
export function findBlockedScripts({
  gtmContainerId,
  consentScriptUrl,
  csp,
}: Config): { variable: string; url: string }[] {
  const scripts = [
    ...(gtmContainerId ? [["GTM_CONTAINER_ID", "https://www.googletagmanager.com"] as const] : []),
    ["CONSENT_SCRIPT_URL", consentScriptUrl] as const,
  ];
  return scripts
    .filter(([, url]) => URL.canParse(url) && !csp.script.some((source) => allowsUrl(source, new URL(url))))
    .map(([variable, url]) => ({ variable, url: new URL(url).origin }));
}

/**
 * Returns true if a CSP source matches the URL. The source is a scheme, or a host with or without "*." and a port (CSP
 * 3, section 6.7.2.8).
 */
function allowsUrl(source: string, { host, hostname, protocol }: URL): boolean {
  if (source === "*" || source === protocol) return true;
  const bare = source.replace(/:(?:\*|443)$/, "");
  if (bare.startsWith("*.")) return hostname.endsWith(bare.slice(1));
  return bare === host || bare === hostname;
}

/** Logs the URL of the site. With the embedded acq, also prints codes and accounts to try. */
function announceStart(config: Config, log: Log, address: AddressInfo | string | null): void {
  const home = `${config.publicOrigin}${config.basePath}/`;
  log.info({ url: home, port: readPort(address), release: config.release }, "listening");
  if (config.acq.isUnnamed)
    log.warn(
      { url: config.acq.url },
      "ACQ_GRAPHQL_URL is not set: acq is expected at the URL of the defaults file, otherwise on this machine",
    );
  for (const script of findBlockedScripts(config))
    log.warn(script, "browsers block a configured script: CSP_SCRIPT_HOSTS does not allow its origin");
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

/** Makes the server listen, and logs this. If the port or network address is not available, the process exits. */
export function listen(
  server: Server,
  listeners: Pick<PortListeners, "listen">,
  { config, log }: { config: Config; log: Log },
  onListening: () => void,
): void {
  const { port, host } = config;
  const settings = { portVariable: "PORT", port, hostVariable: "HOST", host };
  server.on("error", (error) => exitWith(listenFault(error, settings)));
  listeners.listen(port, host, () => {
    onListening();
    const address = server.address();
    // In development, the parent process (scripts/dev) prints the URL.
    if (config.mode === "development" && process.send) process.send({ listening: readPort(address) });
    else announceStart(config, log, address);
  });
}

/** Prints one line that names a fault at the start and its remedy, and exits with code 1. */
export function exitWith(reason: string): never {
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

/** Exits the process if the error shows that a file of the build could not be loaded. */
export function exitIfIncomplete(file: string, error: unknown): void {
  if (error instanceof SyntaxError || (error instanceof Error && "code" in error))
    exitWith(`${file}, or a file that it imports, is missing or damaged: ${buildRemedy}`);
}

const sizesSchema = z.record(z.string(), z.number());

/**
 * Exits the process if a script, style, font or picture of the pages is missing or has another size than in the build,
 * as in an incomplete copy or a mixture of two builds, or if the process's user may not read it.
 *
 * @param siteFile - the built pages, which name every file that they use
 * @param sizesFile - the sizes that the build wrote, by the paths of the files
 * @param folder - the folder of the files for browsers
 */
export function requireBrowserFiles(siteFile: string, sizesFile: string, folder: string): void {
  const sizes = sizesSchema.parse(JSON.parse(readFileSync(sizesFile, "utf8")));
  const usedFiles = readFileSync(siteFile, "utf8").matchAll(/"\/(assets\/[\w.-]+)"/g);
  for (const path of new Set([...Object.keys(sizes), ...Array.from(usedFiles, ([, name = ""]) => name)])) {
    const file = join(folder, path);
    requireFile(file);
    if (statSync(file).size !== sizes[path]) exitWith(`${file} is damaged: ${buildRemedy}`);
  }
}

function requireFile(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES")
      exitWith(`${path} is not readable for the user of this process: correct the owner or mode of build/`);
    exitWith(`${path} is missing: the folder build/ is not whole; ${buildRemedy}`);
  }
}

/** Returns the file name of the browsers' error reporter, which contains a hash; undefined without a build. */
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
 * Starts the embedded acq in a separate process and waits until it listens. If the start fails, this process exits. The
 * embedded acq gets the environment of this process, and exits when this process exits.
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
    // With exit code 1, the embedded acq has already logged the reason.
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
