import type { RedisClient } from "~/request/redis/connect-redis.server";
import { Redis } from "ioredis";

const channel = "velvetgate:restart-streams";

/** Ends the event streams with this key. */
type Restart = (key: string) => void;

/**
 * Ends event streams in all instances: in this process and, with Redis, in the others. While Redis is down, the streams
 * of other instances stay open.
 *
 * @param restart - ends the streams of this process
 * @returns ends the streams of all instances; the key is visible to all readers of Redis
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

/** A subscribed connection can do nothing else (Redis, "Pub/sub"), and needs no time limit. */
function listenerOf(client: RedisClient): RedisClient {
  if (client instanceof Redis)
    return client.duplicate({
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
      socketTimeout: undefined,
    });
  return client.duplicate([], { enableOfflineQueue: true });
}
