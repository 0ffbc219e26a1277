import type { RedisClient } from "~/request/redis/connect-redis.server";
import { extractErrorCode } from "~/request/redis/redis-state.server";
import type { Log } from "~/telemetry/log.server";
import { Redis } from "ioredis";

const restartChannel = "velvetgate:restart-streams";
/** The time between two tries to subscribe while Redis refuses the channel, in milliseconds. */
const resubscribeDelayMs = 10_000;

/** Closes the event streams that have this key. */
type RestartStreams = (key: string) => void;

/**
 * Creates a function that closes all event streams with a key, so that their pages connect again. With Redis, the
 * streams in all instances are closed, otherwise only those in this process. While Redis is down, the streams of other
 * instances stay open.
 *
 * @param restartOwnStreams - closes the streams of this process
 * @returns the function; its key must be no secret, because Redis sends the key to all its subscribers
 */
export function createRestartInAllInstances(
  client: RedisClient | undefined,
  restartOwnStreams: RestartStreams,
  log: Pick<Log, "warn">,
): RestartStreams {
  if (!client) return restartOwnStreams;
  const subscriberClient = createSubscriberClient(client);
  // Logs no errors of this second connection to Redis, because the client already logs the errors of its own
  // connection.
  subscriberClient.on("error", () => undefined);
  subscriberClient.on("message", (_channel, key: string) => {
    restartOwnStreams(key);
  });
  /** The timer of the next attempt to subscribe, set while Redis refuses the channel. */
  let retryTimer: NodeJS.Timeout | undefined;
  function handleRefusal(error: unknown): void {
    const errorCode = extractErrorCode(error);
    // Redis refuses a channel for which its user has no permission. After any other failure, the Redis client connects
    // and subscribes again by itself.
    if (errorCode !== "NOPERM") return;
    if (!retryTimer)
      log.warn(
        { code: errorCode },
        "Redis refuses the channel for event streams: a logout ends only streams of its own instance. To fix it, allow the user in REDIS_URL the channels velvetgate:*",
      );
    // Replaces the timer of an earlier refusal, because each new connection subscribes too and may be refused.
    clearTimeout(retryTimer);
    retryTimer = setTimeout(subscribe, resubscribeDelayMs).unref();
  }
  function handleSubscription(): void {
    clearTimeout(retryTimer);
    retryTimer = undefined;
  }
  function subscribe(): void {
    subscriberClient.subscribe(restartChannel).then(handleSubscription, handleRefusal);
  }
  subscriberClient.on("ready", subscribe);
  return (key) => {
    restartOwnStreams(key);
    client.publish(restartChannel, key).catch(() => undefined);
  };
}

/**
 * Returns a separate connection for the subscription. A connection with a subscription cannot send other commands
 * (Redis, "Pub/sub"), and may stay idle for any length of time.
 */
function createSubscriberClient(client: RedisClient): RedisClient {
  if (client instanceof Redis)
    return client.duplicate({
      // Prevents ioredis from subscribing again by itself: ioredis would not handle an error of that subscription, and
      // the process would exit.
      autoResubscribe: false,
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
      socketTimeout: undefined,
    });
  return client.duplicate([], { enableOfflineQueue: true });
}
