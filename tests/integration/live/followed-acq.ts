import { onTestFinished } from "vitest";
import { createReconnectingConnection } from "~/acq/reconnecting-connection.server";
import { createFollowers, type Followers } from "~/domain/registration/followers.server";
import { startAcqSocket, type AcqSocket } from "./acq-socket";

export interface FollowedAcq {
  acq: AcqSocket;
  followers: Followers;
  /** The logged lines: the fields and the text of each. */
  logLines: [object, string][];
  /** The delay before each retry, in milliseconds. */
  retryDelaysMs: number[];
  /** Runs the retry that is waiting for its delay. */
  finishRetryDelay: () => void;
  /** Advances the clock without running a retry. */
  advanceClock: (ms: number) => void;
}

/**
 * Starts the followers of a process, connected by a real WebSocket. The clock advances only when the test advances it.
 */
export async function startFollowedAcq({ idleMs = 0 } = {}): Promise<FollowedAcq> {
  const acq = await startAcqSocket();
  onTestFinished(() => acq.stopListening());
  const logLines: [object, string][] = [];
  const retryDelaysMs: number[] = [];
  let pendingRetry: (() => void) | undefined;
  let currentTime = 0;
  const connection = createReconnectingConnection({
    url: () => acq.url,
    log: { warn: (fields, text) => void logLines.push([fields, text]) },
    random: () => 0.5,
    idleTimeoutMs: idleMs,
    clock: {
      now: () => currentTime,
      scheduleCall(ms, callback) {
        retryDelaysMs.push(ms);
        pendingRetry = () => {
          currentTime += ms;
          callback();
        };
        return () => (pendingRetry = undefined);
      },
    },
  });
  onTestFinished(() => {
    connection.close();
  });
  return {
    acq,
    followers: createFollowers(connection),
    logLines,
    retryDelaysMs,
    finishRetryDelay() {
      const runRetry = pendingRetry;
      if (!runRetry) throw new Error("nothing waits");
      pendingRetry = undefined;
      runRetry();
    },
    advanceClock: (ms) => void (currentTime += ms),
  };
}

/** Adds a follower that records the notifications that it receives. */
export function followRegistration(
  followers: Followers,
  registrationId: string,
): { notifications: string[]; unfollow: () => void } {
  const notifications: string[] = [];
  const unfollow = followers.follow(registrationId, {
    handleChange: (status) => void notifications.push(status),
    handleEnd: () => void notifications.push("ended"),
  });
  return { notifications, unfollow };
}
