import type { Redis } from "ioredis";

const channel = "velvetgate:restart-streams";

/** Which streams are to end, as those know them who keep them. */
type Restart = (key: string) => void;

/**
 * Ends event streams wherever they are open: in this process and, where instances share a Redis, in all of them. While
 * Redis is away, which the log tells of, the others' go on.
 *
 * @param restart ends those of this process
 * @returns what ends those with this key, which everybody who reads Redis may see
 */
export function sharedRestarts(redis: Redis | undefined, restart: Restart): Restart {
  if (!redis) return restart;
  const tell = throughRedis(redis, restart);
  return (key) => {
    restart(key);
    tell(key);
  };
}

function throughRedis(publisher: Redis, restart: Restart): Restart {
  // A connection that listens can do nothing else (Redis, "Pub/sub"), and waits as long as it takes.
  const listener = publisher.duplicate({
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    socketTimeout: undefined,
  });
  // The publisher's own errors are told.
  listener.on("error", () => undefined);
  listener.on("message", (_channel, key) => {
    restart(key);
  });
  listener.subscribe(channel).catch(() => undefined);
  return (key) => {
    publisher.publish(channel, key).catch(() => undefined);
  };
}
