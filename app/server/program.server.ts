import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readdirSync, readFileSync } from "node:fs";
import { type Config, ConfigurationError, processConfig } from "~/config/environment";
import { listenFault } from "~/config/listen-fault";
import type { Log } from "~/telemetry/log.server";
import { portOf } from "~/telemetry/log-facts";

/**
 * The operator's scripts that the pages of everybody would refuse, since no CSP_SCRIPT_HOSTS lets them in: one line
 * each, for who starts the site. On pages with a nonce they run.
 */
export function shutOutScripts({
  gtmContainerId,
  consentScriptUrl,
  csp,
}: Config): { variable: string; url: string }[] {
  const wanted = [
    ...(gtmContainerId ? [["GTM_CONTAINER_ID", "https://www.googletagmanager.com"] as const] : []),
    ["CONSENT_SCRIPT_URL", consentScriptUrl] as const,
  ];
  return wanted
    .filter(([, url]) => URL.canParse(url) && !csp.script.some((source) => letsIn(source, new URL(url))))
    .map(([variable, url]) => ({ variable, url: new URL(url).origin }));
}

/** A host with or without "*." or a port, or a scheme (CSP 3, section 6.7.2.8). */
function letsIn(source: string, { host, hostname, protocol }: URL): boolean {
  if (source === "*" || source === protocol) return true;
  const bare = source.replace(/:(?:\*|443)$/, "");
  if (bare.startsWith("*.")) return hostname.endsWith(bare.slice(1));
  return bare === host || bare === hostname;
}

/** Says where to go; with the embedded acq also how to get in, for whoever tries the product. */
function announceStart(config: Config, log: Log, address: AddressInfo | string | null): void {
  const home = `${config.publicOrigin}${config.basePath}/`;
  log.info({ url: home, port: portOf(address), release: config.release }, "listening");
  if (config.acq.isUnnamed)
    log.warn(
      { url: config.acq.url },
      "ACQ_GRAPHQL_URL is not set: acq is here, or where the defaults file says",
    );
  for (const script of shutOutScripts(config))
    log.warn(script, "this variable is set, but CSP_SCRIPT_HOSTS lets no script of that origin in");
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

/** Lets visitors in and says so; a port or an address that cannot be had ends the process. */
export function listen(server: Server, config: Config, log: Log, onListening: () => void): void {
  const { port, host } = config;
  const settings = { portVariable: "PORT", port, hostVariable: "HOST", host };
  server.on("error", (error) => exitWith(listenFault(error, settings)));
  server.listen(port, host, () => {
    onListening();
    const address = server.address();
    // In development the process that started this one does (scripts/dev).
    if (config.mode === "development" && process.send) process.send({ listening: portOf(address) });
    else announceStart(config, log, address);
  });
}

/** Ends the process with one line that names the fault and the remedy. */
export function exitWith(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

/** The process's configuration; one that is wrong ends it. @param releaseFile what the build calls itself */
export function readConfig(releaseFile: string): Config {
  try {
    const read = processConfig();
    const built = unlessAbsent(() => readFileSync(releaseFile, "utf8").trim());
    if (built !== undefined && read.mode === "development")
      return exitWith("NODE_ENV=development is for npm run dev; start a build with NODE_ENV=production");
    return { ...read, release: read.release ?? built };
  } catch (error) {
    if (error instanceof ConfigurationError) return exitWith(error.message);
    throw error;
  }
}

/** The script that reports a page's errors, which is named by its content; undefined where nothing was built. */
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
 * Starts the embedded acq, a program of its own, and waits until it listens; without it the process ends. It reads its
 * configuration from this process's environment, and ends with this process.
 */
export async function startEmbeddedAcq(
  program: string,
  { mode, publicOrigin, basePath }: Config,
  environment: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const env = { ...environment, NODE_ENV: mode, FRONT_END_URL: `${publicOrigin}${basePath}` };
  const child = fork(program, { env });
  const fail = (code: number | null) => {
    // With 1 it has said why.
    if (code === 1) process.exit(1);
    exitWith("the embedded acq ended before it listened; starting again may help");
  };
  child.once("exit", fail);
  await once(child, "message");
  child.off("exit", fail);
  return child;
}
