import type { RedisClient } from "~/request/redis/connect-redis.server";
import { Redis } from "ioredis";

const channel = "velvetgate:restart-streams";

/** Ends the event streams with this key. */
type Restart = (key: string) => void;

/**
 * Ends event streams wherever they are open: in this process and, where instances share a Redis, in all of them. While
 * Redis is away, those of other instances continue.
 *
 * @param restart - ends those of this process
 * @returns ends those of all instances; the key is visible to all readers of Redis
 */
export function sharedRestarts(client: RedisClient | undefined, restart: Restart): Restart {
  if (!client) return restart;
  const listener = listenerOf(client);
  // The client's own errors are logged.
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

/** A connection that listens can do nothing else (Redis, "Pub/sub"), and waits as long as it takes. */
function listenerOf(client: RedisClient): RedisClient {
  if (client instanceof Redis)
    return client.duplicate({
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
      socketTimeout: undefined,
    });
  return client.duplicate([], { enableOfflineQueue: true });
}
