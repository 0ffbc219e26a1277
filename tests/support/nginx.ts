import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findNginx } from "../../scripts/nginx.mjs";

const deployed = fileURLToPath(new URL("../../deploy/nginx/velvetgate.conf", import.meta.url));

export interface NginxServer {
  stop: () => Promise<void>;
}

/**
 * nginx as operators run it (docs/runbook.md), before instances on these ports of this machine. The tests' visitors
 * say their own addresses, as a CDN would.
 */
export async function startNginx(port: number, instances: readonly number[]): Promise<NginxServer> {
  const home = await mkdtemp(join(tmpdir(), "velvetgate-nginx-"));
  await writeConfiguration(home, port, instances);
  return runNginx(home, port);
}

/** nginx with one file of deploy/, in which some words are replaced: its ports, say. */
export async function startNginxWith(
  file: string,
  port: number,
  replaced: Readonly<Record<string, string>>,
): Promise<NginxServer> {
  const home = await mkdtemp(join(tmpdir(), "velvetgate-nginx-"));
  const text = await readFile(new URL(`../../deploy/${file}`, import.meta.url), "utf8");
  const ours = Object.entries(replaced).reduce((all, [old, now]) => all.replaceAll(old, now), text);
  await writeFile(join(home, "one.conf"), ours);
  await writeFile(join(home, "nginx.conf"), mainConfiguration(home, join(home, "one.conf")));
  return runNginx(home, port);
}

async function runNginx(home: string, port: number): Promise<NginxServer> {
  const program = findNginx();
  if (!program) throw new Error("There is no nginx: npm test installs it where it can");

  const args = ["-p", home, "-c", join(home, "nginx.conf"), "-e", "stderr"];
  const server = spawn(program, args, { stdio: ["ignore", "inherit", "pipe"] });
  let output = "";
  server.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(server, "close");
  while (!(await listens(port))) {
    if (server.exitCode !== null) throw new Error(`nginx did not start:\n${output}`);
    await delay(20);
  }
  return {
    async stop() {
      server.kill("SIGTERM");
      await ended;
      await rm(home, { recursive: true });
    },
  };
}

async function writeConfiguration(home: string, port: number, instances: readonly number[]): Promise<void> {
  const own = join(home, "velvetgate");
  await mkdir(own);
  await Promise.all([
    writeFile(join(home, "nginx.conf"), mainConfiguration(home, deployed)),
    writeFile(join(own, "listen.conf"), `listen 127.0.0.1:${port};\n`),
    writeFile(join(own, "proxies.conf"), "set_real_ip_from 127.0.0.1;\nreal_ip_header X-Forwarded-For;\n"),
    writeFile(
      join(own, "instances.conf"),
      instances.map((at) => `server 127.0.0.1:${at} max_fails=0;\n`).join(""),
    ),
  ]);
}

/** What a distribution's nginx.conf is, for somebody without rights and in a folder of its own. */
function mainConfiguration(home: string, included: string): string {
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
daemon off;
master_process off;
pid ${home}/nginx.pid;
error_log stderr crit;
events { worker_connections 512; }
http {
  ${kinds.map((kind) => `${kind}_temp_path ${home}/${kind};`).join("\n  ")}
  include ${included};
}
`;
}

/** Whether something answers there, whatever it says. */
async function listens(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { redirect: "manual" }).catch(
    () => undefined,
  );
  await answer?.body?.cancel();
  return answer !== undefined;
}
