import { spawn } from "node:child_process";
import { once } from "node:events";
import { findRedis } from "../../scripts/redis.mjs";

const password = "canary-of-redis";

export interface RedisServer {
  /** Takes connections and says nothing any more. */
  hang(): void;
  stop: () => Promise<void>;
}

/** Where a Redis of this port is found, with the password that it wants. */
export function redisUrl(port: number): string {
  return `redis://:${password}@127.0.0.1:${port}`;
}

/** A Redis of our own that keeps nothing; resolves once it takes connections. */
export async function startRedis(port: number): Promise<RedisServer> {
  const program = findRedis();
  if (!program) throw new Error("There is no redis-server: npm test installs it where it can");
  const place = ["--port", String(port), "--bind", "127.0.0.1", "--requirepass", password];
  const args = [...place, "--save", "", "--appendonly", "no"];
  const server = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "close");
  let output = "";
  await new Promise<void>((resolve, reject) => {
    server.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Ready to accept connections")) resolve();
    });
    void ended.then(() => reject(new Error(`redis-server did not start:\n${output}`)));
  });
  return {
    hang: () => void server.kill("SIGSTOP"),
    async stop() {
      server.kill("SIGCONT");
      server.kill("SIGTERM");
      await ended;
    },
  };
}
