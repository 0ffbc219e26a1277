import type { Log } from "~/telemetry/log.server";

const unreachableRemedy = "start Redis, or correct REDIS_URL or the network to Redis";
const passwordRemedy = "correct the password in REDIS_URL";
const certificateRemedy =
  "renew the certificate of Redis, or set NODE_EXTRA_CA_CERTS to a file with its authority's certificate";
const clusterRemedy =
  "set REDIS_URL to the nodes of the cluster, redis+cluster://host:port,host:port, or repair the cluster";

/** Instructions for the operator, by failure code (docs/operate/runbook.md#redis-failover-full-read-only). */
const remedyByErrorCode = {
  ETIMEDOUT: "start Redis, or correct REDIS_URL: rediss:// needs a port with TLS",
  ERR: "use redis+cluster:// in REDIS_URL only for a cluster, and allow the user all commands of scripts and sorted sets",
  DATABASE: "correct the database number in REDIS_URL: Redis does not have it, and uses database 0",
  TIMEOUT: "find out why Redis or this process is slow",
  CLOSED: unreachableRemedy,
  READONLY: "set REDIS_URL to the primary, or use redis+sentinel://",
  BUSY: "end the script that blocks Redis: redis-cli script kill; do not share Redis with other applications",
  OOM: "raise the setting maxmemory of Redis",
  LOADING: "wait until Redis has loaded its data",
  WRONGPASS: passwordRemedy,
  NOAUTH: passwordRemedy,
  NOPERM: "allow the user in REDIS_URL scripts, sorted sets and the keys velvetgate:*",
  MOVED: clusterRemedy,
  CROSSSLOT: clusterRemedy,
  CLUSTERDOWN: clusterRemedy,
  MISCONF: 'repair the disk of Redis, or turn off saving in Redis: save ""',
  NOREPLICAS: "start the replica of Redis, or set min-replicas-to-write 0",
  DENIED: "set a password in Redis, or set protected-mode no if only trusted machines reach Redis",
  UNKNOWN: "test the connection: redis-cli -u REDIS_URL ping",
  MASTERDOWN: "wait for the failover, or set REDIS_URL to the primary",
  SENTINEL: "check the Sentinels in REDIS_URL, and the name of their group",
  CERT_HAS_EXPIRED: certificateRemedy,
  DEPTH_ZERO_SELF_SIGNED_CERT: certificateRemedy,
  SELF_SIGNED_CERT_IN_CHAIN: certificateRemedy,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificateRemedy,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificateRemedy,
  ERR_TLS_CERT_ALTNAME_INVALID: "set REDIS_URL to a host that the certificate of Redis names",
  UNANSWERED: "check the log of Redis, which accepts connections but does not answer",
} as const;

function hasRemedy(errorCode: string): errorCode is keyof typeof remedyByErrorCode {
  return errorCode in remedyByErrorCode;
}

/**
 * Codes that are searched for in the whole message of a Redis error. ERR is not one of them: it starts the message of a
 * failed script, and the real code follows later.
 */
const errorCodes = Object.keys(remedyByErrorCode).filter((errorCode) => errorCode !== "ERR");
const errorCodePattern = new RegExp(`\\b(?:${errorCodes.join("|")})\\b`);

/** Returns the code of a Redis failure: the system's code, or the first known code or word in the error message. */
export function extractErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return "UNKNOWN";
  if ("code" in error && typeof error.code === "string") return error.code;
  // In a cluster without a responding node, the code of the last node's error is used.
  if ("lastNodeError" in error && error.lastNodeError) return extractErrorCode(error.lastNodeError);
  const { message } = error;
  if (/timed? ?out/i.test(message)) return "TIMEOUT";
  if (/connection is closed|connection close|writeable|max retries/i.test(message)) return "CLOSED";
  if (/DB index is out of range/i.test(message)) return "DATABASE";
  if (/sentinel/i.test(message)) return "SENTINEL";
  return errorCodePattern.exec(message)?.[0] ?? /^[A-Z]+\b/.exec(message)?.[0] ?? "UNKNOWN";
}

/** Tracks whether limits can be counted in Redis. The log and the metrics use it. */
export interface RedisState {
  isUp: () => boolean;
  /** Returns true if an error has occurred since Redis last counted an attempt; false at the start. */
  isDown: () => boolean;
  recordFailure: (error: unknown) => void;
  recordSuccess: () => void;
}

/**
 * The minimum time between two log lines about the cause of a Redis outage, in milliseconds. The limit is needed
 * because a starting Redis fails for several reasons in turn.
 */
const minCauseLogIntervalMs = 10_000;

/**
 * Creates the state of Redis. It logs one line when Redis stops counting, when the cause changes, and when Redis counts
 * again.
 */
export function createRedisState(log: Pick<Log, "info" | "warn">): RedisState {
  let availability: "unknown" | "up" | "down" = "unknown";
  let lastLoggedRemedy = "";
  let lastLoggedAt = -Infinity;

  function logOutageCause(error: unknown): void {
    const errorCode = extractErrorCode(error);
    const remedy = hasRemedy(errorCode) ? remedyByErrorCode[errorCode] : unreachableRemedy;
    // CLOSED is never logged as a cause, because another error, logged before, has closed the connection to Redis.
    const isNewCause =
      remedy !== lastLoggedRemedy &&
      errorCode !== "CLOSED" &&
      performance.now() - lastLoggedAt >= minCauseLogIntervalMs;
    if (availability === "down" && !isNewCause) return;
    lastLoggedRemedy = remedy;
    lastLoggedAt = performance.now();
    log.warn(
      { code: errorCode },
      `Redis is not available for limits: each instance enforces its own. To fix it, ${remedy}` as const,
    );
  }

  return {
    isUp: () => availability === "up",
    isDown: () => availability === "down",
    recordFailure(error) {
      logOutageCause(error);
      availability = "down";
    },
    recordSuccess() {
      if (availability === "down") log.info({}, "Redis is available again: instances share their limits");
      availability = "up";
    },
  };
}
