import type { RedisClient } from "~/request/redis/connect-redis.server";
import { Redis } from "ioredis";

const channel = "velvetgate:restart-streams";

/** Closes the event streams that have this key. */
type Restart = (key: string) => void;

/**
 * Creates a function that closes event streams by key: in all instances with Redis, otherwise only in this process.
 * While Redis is down, the streams of other instances stay open.
 *
 * @param restart - closes the streams of this process
 * @returns the function; its key must be no secret, because Redis sends the key to all its subscribers
 */
export function createSharedRestart(client: RedisClient | undefined, restart: Restart): Restart {
  if (!client) return restart;
  const listener = createListener(client);
  // Errors of the subscribed connection to Redis are not logged, because the client logs the errors of its own
  // connection.
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

/**
 * Returns a separate connection for the subscription. A connection with a subscription cannot send other commands
 * (Redis, "Pub/sub"), and may be idle for any time.
 */
function createListener(client: RedisClient): RedisClient {
  if (client instanceof Redis)
    return client.duplicate({
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
      socketTimeout: undefined,
    });
  return client.duplicate([], { enableOfflineQueue: true });
}
