import { Redis } from "ioredis";

const channel = "velvetgate:restart-streams";
const patience = {
  connectTimeout: 2000,
  retryStrategy: (times: number) => Math.min(times * 100, 2000),
};

/**
 * Ends event streams wherever they are open: in this process and, where instances share a Redis, in all others. While
 * Redis is away, which the limits' log tells of, the others' go on.
 *
 * @param restart ends those of this process
 * @returns what ends those with this key, which everybody who reads Redis may see
 */
export function sharedRestarts(
  redisUrl: string | undefined,
  restart: (key: string) => void,
): (key: string) => void {
  if (redisUrl === undefined) return restart;
  const teller = new Redis(redisUrl, { ...patience, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  // A connection that listens can do nothing else (Redis, "Pub/sub").
  const listener = new Redis(redisUrl, { ...patience, maxRetriesPerRequest: null });
  for (const redis of [teller, listener]) redis.on("error", () => undefined);
  listener.on("message", (_channel, key) => {
    restart(key);
  });
  listener.subscribe(channel).catch(() => undefined);
  return (key) => {
    restart(key);
    teller.publish(channel, key).catch(() => undefined);
  };
}
