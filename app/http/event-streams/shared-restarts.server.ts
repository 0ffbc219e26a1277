import cluster, { type Worker } from "node:cluster";
import type { Redis } from "ioredis";
import * as z from "zod";

const channel = "velvetgate:restart-streams";
/** Among workers; libraries tell each other of other things over the same line. */
const messageSchema = z.object({ [channel]: z.string() });

/** Which streams are to end, as those know them who keep them. */
type Restart = (key: string) => void;

/**
 * Ends event streams wherever they are open: in this process, in the other workers, and, where instances share a
 * Redis, in all of them. While Redis is away, which the log tells of, the others' go on.
 *
 * @param restart ends those of this process
 * @returns what ends those with this key, which everybody who reads Redis may see
 */
export function sharedRestarts(redis: Redis | undefined, restart: Restart): Restart {
  const tell = redis ? throughRedis(redis, restart) : throughLeader(restart);
  return (key) => {
    restart(key);
    tell(key);
  };
}

function throughRedis(teller: Redis, restart: Restart): Restart {
  // A connection that listens can do nothing else (Redis, "Pub/sub"), and waits as long as it takes.
  const listener = teller.duplicate({
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    socketTimeout: undefined,
  });
  // The teller's own say it.
  listener.on("error", () => undefined);
  listener.on("message", (_channel, key) => {
    restart(key);
  });
  listener.subscribe(channel).catch(() => undefined);
  return (key) => {
    teller.publish(channel, key).catch(() => undefined);
  };
}

function throughLeader(restart: Restart): Restart {
  if (!cluster.isWorker) return () => undefined;
  process.on("message", (message) => {
    const { data } = messageSchema.safeParse(message);
    if (data) restart(data[channel]);
  });
  return (key) => process.send?.({ [channel]: key });
}

/** In the process that leads workers: what one of them says of streams is said to the others. */
export function relayRestarts(workers: () => Worker[]): void {
  cluster.on("message", (from, message) => {
    const { data } = messageSchema.safeParse(message);
    if (!data) return;
    for (const worker of workers()) if (worker !== from && worker.isConnected()) worker.send(data);
  });
}
