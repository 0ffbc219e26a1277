import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findProgram } from "../../scripts/programs.mjs";

const deployFolder = fileURLToPath(new URL("../../deploy/", import.meta.url));

/** The address of a site instance. */
export interface InstancePorts {
  /** The instance's address or name; 127.0.0.1 if undefined. */
  host?: string;
  port: number;
  metricsPort: number;
}

export interface HaproxyServer {
  /** Returns all output of HAProxy so far. */
  log(): string;
  /** Returns HAProxy's metrics in Prometheus's format. */
  metrics: () => Promise<string>;
  /** Reloads HAProxy after these replacements in `30-addresses.cfg`. Does not wait until HAProxy has finished. */
  reload: (replacements: TextReplacements) => Promise<void>;
  /** Runs a command as an operator does on admin.sock, and resolves to its output. */
  runCommand: (command: string) => Promise<string>;
  stop: () => Promise<void>;
}

type TextReplacements = Readonly<Record<string, string>>;

/** Replacements that remove the settings for which HAProxy needs root rights or fixed paths. Tests have neither. */
const machineReplacements: TextReplacements = {
  "  user haproxy\n": "",
  "  group haproxy\n": "",
  "  chroot /var/lib/haproxy\n": "",
  "stats socket /run/haproxy/admin.sock mode 660": "stats socket unix@admin.sock",
  "log /dev/log": "log stdout format raw",
};

/** Moves HAProxy's internal sockets from /var/lib/haproxy into the folder of its configuration, in which it runs. */
const socketReplacements: TextReplacements = {
  "  unix-bind prefix /var/lib/haproxy/ user haproxy mode 600\n": "",
};

/**
 * Replaces TLS on every address by plain HTTP on this port of 127.0.0.1. Also replaces port 80, which redirects to TLS,
 * by a socket.
 */
const createHttpReplacements = (port: number): TextReplacements => ({
  "  bind :443 ": `  bind 127.0.0.1:${port} `,
  "  bind :::443 v6only defer-accept thread 2-64\n": "",
  // A TLS handshake begins with this byte, and HTTP with any other.
  "req.payload(0,1) -m bin 16": "req.len gt 0",
  " ssl crt /etc/haproxy/certs/club.example.pem alpn h2,http/1.1": "",
  " ssl crt /etc/haproxy/certs/club.example.pem alpn http/1.1": "",
  "  bind :80 thread 2-64\n  bind :::80 v6only thread 2-64\n": "  bind unix@redirect.sock\n",
});

export interface HaproxyOptions {
  /** Replacements in `30-addresses.cfg`; by default the site uses plain HTTP on the given port. */
  addressReplacements?: TextReplacements;
  /** HAProxy's log level. "info" logs each request. */
  logLevel?: "notice" | "info";
  /** The backends to leave out of the generated file, which then resembles a file of an older release. */
  omittedBackends?: readonly string[];
  /** The number of allowed connections for each thousand connections in the shipped configuration; 80 by default. */
  connectionsPerThousand?: number;
  /** If the open connections of all clients exceed this number, HAProxy allows each client fewer connections. */
  busyConnectionThreshold?: number;
  /** A client with more open connections than this counts as heavy. */
  heavyConnectionThreshold?: number;
  /** The time limit of a health check, in seconds; 2 by default, as in the shipped configuration. */
  checkTimeoutSeconds?: number;
}

/**
 * Starts HAProxy with the configuration of deploy/haproxy (docs/operate/deploy.md) in front of instances on this
 * machine. Tests choose a visitor's IP address by the header X-Forwarded-For, as a CDN does.
 */
export async function startHaproxy(
  port: number,
  instances: readonly InstancePorts[],
  options: HaproxyOptions = {},
): Promise<HaproxyServer> {
  const {
    addressReplacements = createHttpReplacements(port),
    logLevel = "notice",
    omittedBackends = [],
  } = options;
  const {
    connectionsPerThousand = 80,
    busyConnectionThreshold = 8000,
    heavyConnectionThreshold = 50,
    checkTimeoutSeconds = 2,
  } = options;
  const limitReplacements = {
    "fe_conn(site) gt 8000": `fe_conn(site) gt ${busyConnectionThreshold}`,
    "sc1_conn_cur gt 50 }": `sc1_conn_cur gt ${heavyConnectionThreshold} }`,
  };
  const configFolder = await copyHaproxyFolder();
  const instanceAddresses = instances.map(
    (instance) => `${instance.host ?? "127.0.0.1"}:${instance.port}:${instance.metricsPort}`,
  );
  const metrics = { "  bind 127.0.0.1:8405 ": "  bind unix@metrics.sock " };
  await Promise.all([
    replaceInFile(join(configFolder, "10-machine.cfg"), {
      ...machineReplacements,
      "local0 notice": `local0 ${logLevel}`,
    }),
    replaceInFile(join(configFolder, "20-rules.cfg"), {
      ...socketReplacements,
      "timeout check 2s": `timeout check ${checkTimeoutSeconds}s`,
    }),
    replaceInFile(join(configFolder, "30-addresses.cfg"), {
      ...addressReplacements,
      ...metrics,
      ...limitReplacements,
    }),
    writeFile(join(configFolder, "proxies.lst"), "127.0.0.1\n"),
    writeFile(join(configFolder, "40-instances.cfg"), renderInstances(instanceAddresses, omittedBackends)),
  ]);
  for (const file of ["10-machine.cfg", "30-addresses.cfg"])
    await scaleConnectionLimits(join(configFolder, file), connectionsPerThousand);
  return runHaproxy(configFolder, configFolder, port);
}

/** Reduces all `maxconn` limits, because a test may not open as many files as a server. */
async function scaleConnectionLimits(path: string, limitsPerThousand: number): Promise<void> {
  const text = await readFile(path, "utf8");
  const scaleConnectionLimit = (connections: string) =>
    Math.round((Number(connections) * limitsPerThousand) / 1000);
  await writeFile(
    path,
    text.replaceAll(
      /^( *maxconn )(\d+)$/gm,
      (_line, name: string, connections: string) => `${name}${scaleConnectionLimit(connections)}`,
    ),
  );
}

/** Returns the HAProxy configuration that instances.sh prints, without some of its backends. */
function renderInstances(instanceAddresses: readonly string[], backends: readonly string[]): string {
  const script = join(deployFolder, "haproxy/instances.sh");
  return execFileSync("sh", [script, ...instanceAddresses], { encoding: "utf8" })
    .split(/^(?=backend )/m)
    .filter((configSection) => !backends.some((name) => configSection.startsWith(`backend ${name} `)))
    .join("");
}

/** Starts HAProxy with the configuration that compose.yaml gives its container. */
export async function startComposedHaproxy(
  port: number,
  replacements: { addresses: TextReplacements; instances: TextReplacements },
): Promise<HaproxyServer> {
  const configFolder = await copyHaproxyFolder();
  await cp(join(deployFolder, "compose/proxy"), configFolder, { recursive: true });
  await Promise.all([
    scaleConnectionLimits(join(configFolder, "10-machine.cfg"), 200),
    replaceInFile(join(configFolder, "20-rules.cfg"), socketReplacements),
    replaceInFile(join(configFolder, "30-addresses.cfg"), replacements.addresses),
    replaceInFile(join(configFolder, "40-instances.cfg"), replacements.instances),
  ]);
  return runHaproxy(configFolder, configFolder, port);
}

/** Copies deploy/haproxy to a temporary folder for one test. */
async function copyHaproxyFolder(): Promise<string> {
  const configFolder = await mkdtemp(join(tmpdir(), "velvetgate-haproxy-"));
  await cp(join(deployFolder, "haproxy"), configFolder, { recursive: true });
  return configFolder;
}

/** Starts HAProxy with one configuration file of deploy/, in which texts such as ports are replaced. */
export async function startHaproxyWithFile(
  file: string,
  port: number,
  replacements: TextReplacements,
): Promise<HaproxyServer> {
  const configFolder = await mkdtemp(join(tmpdir(), "velvetgate-haproxy-"));
  const configFile = join(configFolder, "haproxy.cfg");
  await cp(join(deployFolder, file), configFile);
  await replaceInFile(configFile, replacements);
  return runHaproxy(configFolder, configFile, port);
}

async function replaceInFile(path: string, replacements: TextReplacements): Promise<void> {
  let text = await readFile(path, "utf8");
  for (const [search, replacement] of Object.entries(replacements)) {
    if (!text.includes(search)) throw new Error(`${path} has no ${JSON.stringify(search)}`);
    text = text.replaceAll(search, replacement);
  }
  await writeFile(path, text);
}

async function runHaproxy(configFolder: string, configuration: string, port: number): Promise<HaproxyServer> {
  const program = findProgram("haproxy");
  if (!program) throw new Error("There is no haproxy: npm test installs it where it can");

  // With -W, HAProxy's master process starts the worker that serves, as in Debian's service. -S opens a socket for
  // commands to the master process.
  const server = spawn(program, ["-W", "-S", "unix@master.sock", "-f", configuration], {
    cwd: configFolder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const closeEvent = once(server, "close");
  while (!(await isPortResponding(port))) {
    if (server.exitCode !== null) throw new Error(`haproxy did not start:\n${output}`);
    await delay(20);
  }
  return {
    log: () => output,
    metrics: () => readMetrics(join(configFolder, "metrics.sock")),
    async reload(replacements) {
      await replaceInFile(join(configFolder, "30-addresses.cfg"), replacements);
      // Reloads by a command instead of a signal: HAProxy loses a signal that arrives just after its start.
      const socketPath = join(configFolder, "master.sock");
      while ((await sendCommand(socketPath, "reload")) === undefined) await delay(20);
    },
    async runCommand(command) {
      const output = await sendCommand(join(configFolder, "admin.sock"), command);
      if (output === undefined) throw new Error("HAProxy does not accept commands");
      return output;
    },
    async stop() {
      server.kill("SIGTERM");
      await closeEvent;
      await rm(configFolder, { recursive: true });
    },
  };
}

/** Sends a command to HAProxy and resolves to its output; undefined if HAProxy does not accept connections yet. */
async function sendCommand(socketPath: string, command: string): Promise<string | undefined> {
  const socket = connect(socketPath);
  try {
    await once(socket, "connect");
  } catch {
    return undefined;
  }
  socket.end(`${command}\n`);
  return text(socket);
}

async function readMetrics(socketPath: string): Promise<string> {
  const [response] = (await once(get({ socketPath, path: "/metrics" }), "response")) as [IncomingMessage];
  return text(response);
}

/** Returns true if the port answers, with any HTTP status. */
async function isPortResponding(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`, { redirect: "manual" }).catch(
    () => undefined,
  );
  await response?.body?.cancel();
  return response !== undefined;
}
