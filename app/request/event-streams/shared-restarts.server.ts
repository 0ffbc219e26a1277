import type { RedisClient } from "~/request/redis/connect-redis.server";
import { Redis } from "ioredis";

const channel = "velvetgate:restart-streams";

/** Closes the event streams with this key. */
type Restart = (key: string) => void;

/**
 * Returns a function that closes event streams in all instances: in this process and, with Redis, in the others. While
 * Redis is down, the streams of other instances stay open.
 *
 * @param restart - closes the streams of this process
 * @returns a function that closes the streams of all instances; all readers of Redis can see its key
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
