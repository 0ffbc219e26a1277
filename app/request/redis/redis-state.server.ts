import type { Log } from "~/telemetry/log.server";

const unreachableRemedy = "start Redis, or correct REDIS_URL and the network between";
const passwordRemedy = "correct the password in REDIS_URL";
const certificate = "renew Redis's certificate, or name its authority in NODE_EXTRA_CA_CERTS";
const clusterRemedy =
  "name the cluster's nodes in REDIS_URL as redis+cluster://host:port,host:port, or repair it";

/** Instructions for the operator, by failure code (docs/operate/runbook.md#redis-failover-full-read-only). */
const remedies = {
  ETIMEDOUT: "start Redis, or correct REDIS_URL: rediss:// needs a port with TLS",
  ERR: "name a single server as redis:// in REDIS_URL, and a cluster alone as redis+cluster://",
  DATABASE: "correct the database number in REDIS_URL: Redis does not have it, and uses database 0",
  TIMEOUT: "look for what makes Redis or this process slow",
  CLOSED: unreachableRemedy,
  READONLY: "let REDIS_URL name the primary, or use redis+sentinel://",
  OOM: "raise Redis's maxmemory",
  LOADING: "wait until Redis has loaded its data",
  WRONGPASS: passwordRemedy,
  NOAUTH: passwordRemedy,
  NOPERM: "allow the user in REDIS_URL scripts, sorted sets and the keys velvetgate:*",
  MOVED: clusterRemedy,
  CROSSSLOT: clusterRemedy,
  CLUSTERDOWN: clusterRemedy,
  MISCONF: 'repair Redis\'s disk, or turn saving off: save ""',
  NOREPLICAS: "start Redis's replica, or set min-replicas-to-write 0",
  DENIED: "give Redis a password, or set protected-mode no within a closed network",
  UNKNOWN: "ask REDIS_URL's host itself: redis-cli -u REDIS_URL ping",
  MASTERDOWN: "wait for the failover, or let REDIS_URL name the primary",
  SENTINEL: "look at the Sentinels in REDIS_URL, and at the name of the group",
  CERT_HAS_EXPIRED: certificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate,
  SELF_SIGNED_CERT_IN_CHAIN: certificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate,
  ERR_TLS_CERT_ALTNAME_INVALID: "let REDIS_URL name a host of Redis's certificate",
  UNANSWERED: "look at Redis's own log: it accepts connections and does not answer",
} as const;

function hasRemedy(errorCode: string): errorCode is keyof typeof remedies {
  return errorCode in remedies;
}

/**
 * Codes that are searched for in the whole message of a Redis error. The message of a failed script starts with ERR,
 * and the real code follows later.
 */
const errorCodes = Object.keys(remedies).filter((errorCode) => errorCode !== "ERR");
const errorCodePattern = new RegExp(`\\b(?:${errorCodes.join("|")})\\b`);

/** Returns the code of a Redis failure: the system's code, or the first known code or word in the error message. */
export function extractErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return "UNKNOWN";
  if ("code" in error && typeof error.code === "string") return error.code;
  // In a cluster without a responding node, the error of the last node is used.
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
 * The minimum time between two log lines about the cause of a Redis outage, in milliseconds. A starting Redis fails for
 * several reasons in turn.
 */
const causeIntervalMs = 10_000;

/**
 * Creates the state of Redis. It logs one line when Redis stops counting, when the cause changes, and when Redis counts
 * again.
 */
export function createRedisState(log: Pick<Log, "info" | "warn">): RedisState {
  let state: "unknown" | "up" | "down" = "unknown";
  let loggedRemedy = "";
  let loggedAt = -Infinity;

  function logCause(error: unknown): void {
    const errorCode = extractErrorCode(error);
    const remedy = hasRemedy(errorCode) ? remedies[errorCode] : unreachableRemedy;
    // CLOSED is not the cause of an outage: another error, logged before, has closed the connection to Redis.
    const isNewCause =
      remedy !== loggedRemedy && errorCode !== "CLOSED" && performance.now() - loggedAt >= causeIntervalMs;
    if (state === "down" && !isNewCause) return;
    loggedRemedy = remedy;
    loggedAt = performance.now();
    log.warn(
      { code: errorCode },
      `Redis is not available for limits: each instance enforces its own. To fix it, ${remedy}` as const,
    );
  }

  return {
    isUp: () => state === "up",
    isDown: () => state === "down",
    recordFailure(error) {
      logCause(error);
      state = "down";
    },
    recordSuccess() {
      if (state === "down") log.info({}, "Redis is available again: instances share their limits");
      state = "up";
    },
  };
}
