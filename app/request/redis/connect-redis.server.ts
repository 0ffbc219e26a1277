import { Cluster, Redis } from "ioredis";
import type { RedisAddress } from "~/config/redis-address";
import type { Log } from "~/telemetry/log.server";
import { createRedisState, extractErrorCode, type RedisState } from "./redis-state.server";

export type RedisClient = Redis | Cluster;

/** A Redis client, and the state that shows whether Redis is up. */
export interface RedisConnection {
  client: RedisClient;
  redisState: RedisState;
}

/**
 * While Redis is read-only, ioredis reconnects at most once in this time, in milliseconds. Redis may stay read-only for
 * long.
 */
const readOnlyPauseMs = 2000;

/**
 * Returns a function that makes ioredis reconnect if Redis was demoted to a read-only replica. The new connection may
 * find the new primary.
 */
function createReadOnlyReconnect(): (error: Error) => boolean {
  let reconnectedAt = 0;
  return (error) => {
    if (extractErrorCode(error) !== "READONLY" || Date.now() - reconnectedAt < readOnlyPauseMs) return false;
    reconnectedAt = Date.now();
    return true;
  };
}

const retryStrategy = (retryCount: number) => Math.min(retryCount * 100, 2000);

/**
 * Connects to Redis with options that keep visitors from waiting. Commands are neither queued nor repeated, and fail at
 * once while Redis is down.
 */
export function connectRedis(redisAddress: RedisAddress, log: Pick<Log, "info" | "warn">): RedisConnection {
  const client = createRedisClient(redisAddress);
  const redisState = createRedisState(log);
  client.on("error", (error) => {
    redisState.recordFailure(error);
  });
  return { client, redisState };
}

function createRedisClient(redisAddress: RedisAddress): RedisClient {
  const options = {
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // With the ready check, ioredis would wait silently while Redis loads its data. Without the check, commands fail
    // with an error that names the reason.
    enableReadyCheck: false,
    connectTimeout: 2000,
    socketTimeout: 2000,
    reconnectOnError: createReadOnlyReconnect(),
  };
  if (redisAddress.kind === "server")
    return new Redis(redisAddress.url, { ...options, enableOfflineQueue: false, retryStrategy });
  const { nodes, username, password, usesTls } = redisAddress;
  const credentials = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(usesTls && { tls: {} }),
  };
  if (redisAddress.kind === "cluster")
    return new Cluster(nodes, {
      enableOfflineQueue: false,
      clusterRetryStrategy: retryStrategy,
      slotsRefreshInterval: 5000,
      // Without these pauses a command fails at once with the cause. With them the visitor would wait for the time
      // limit, and the log would name a timeout.
      retryDelayOnClusterDown: 0,
      retryDelayOnFailover: 0,
      redisOptions: { ...options, ...credentials },
    });
  return new Redis({
    ...options,
    ...credentials,
    ...(username !== undefined && { sentinelUsername: username }),
    ...(password !== undefined && { sentinelPassword: password }),
    ...(usesTls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    sentinels: nodes,
    name: redisAddress.sentinelGroup,
    enableOfflineQueue: false,
    retryStrategy,
    sentinelRetryStrategy: retryStrategy,
    sentinelCommandTimeout: 2000,
  });
}
