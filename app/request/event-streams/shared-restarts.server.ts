import type { RedisClient } from "~/request/redis/connect-redis.server";
import { Redis } from "ioredis";

const channel = "velvetgate:restart-streams";

/** Closes the event streams with this key. */
type Restart = (key: string) => void;

/**
 * Creates a function that closes event streams in all instances, with Redis; otherwise only in this process. While
 * Redis is down, the streams of other instances stay open.
 *
 * @param restart - closes the streams of this process
 * @returns a function that closes the streams with a key; every program with access to Redis can read the key
 */
export function createSharedRestart(client: RedisClient | undefined, restart: Restart): Restart {
  if (!client) return restart;
  const listener = createListener(client);
  // Ignored, because the client's own errors are logged.
  listener.on("error", () => undefined);
  listener.on("message", (_channel, key: string) => {
    restart(key);
  });
  listener.subscribe(channel).catch(() => undefined);
  return (key) => {
    restart(key);
    client.publish(channel, key).catch(() => undefined);
  };
}

/** Returns a separate connection: a subscribed one can do nothing else (Redis, "Pub/sub"), and needs no time limit. */
function createListener(client: RedisClient): RedisClient {
  if (client instanceof Redis)
    return client.duplicate({
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
      socketTimeout: undefined,
    });
  return client.duplicate([], { enableOfflineQueue: true });
}
