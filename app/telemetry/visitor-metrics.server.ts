import { LRUCache } from "lru-cache";
import type { Metrics } from "./metrics";

/**
 * Counts visitors in the metrics instead of requests: a reload or a repeated attempt does not count again for some
 * time. A visitor is recognized by the network's key or by the link. Each instance counts its own visitors.
 */
export interface VisitorMetrics {
  /** Counts a usable invitation, at most once in ten minutes for each network. */
  countInvitedVisit: (network: string) => void;
  /** Counts a link with an unreadable code or timestamp, at most once in ten minutes for each network. */
  countDamagedLink: (network: string) => void;
  /**
   * Counts a failed activation, at most once in ten minutes for each link: repeated attempts must not look like many
   * failing links.
   */
  countFailedActivation: (status: "NOT_FOUND" | "FAILED", link: string) => void;
  /**
   * Counts a checked code. A check without a response of acq ("NO_ANSWER") counts at most once an hour for each
   * network.
   */
  countCodeCheck: (error: string, network: string) => void;
  /**
   * Counts a registration. A registration that creates no account counts at most once in two hours for each network and
   * status, because the alert VelvetgateRegistrationsRefused evaluates at most two hours.
   */
  countRegistration: (status: string, network: string) => void;
}

const statusesWithoutAccount = new Set(["refused", "active", "pending"]);

export function createVisitorMetrics(metrics: Metrics): VisitorMetrics {
  const isNewVisit = createNewKeyCheck(10);
  const isNewDamagedLink = createNewKeyCheck(10);
  const isNewFailedLink = createNewKeyCheck(10);
  const isNewFailedCheck = createNewKeyCheck(60);
  const isNewRegistration = createNewKeyCheck(120);
  return {
    countInvitedVisit(network) {
      if (isNewVisit(network)) metrics.countInvitedVisit();
    },
    countDamagedLink(network) {
      if (isNewDamagedLink(network)) metrics.countDamagedLink();
    },
    countFailedActivation(status, link) {
      if (isNewFailedLink(link)) metrics.countActivation(status);
    },
    countCodeCheck(error, network) {
      if (error !== "NO_ANSWER" || isNewFailedCheck(network)) metrics.countCodeCheck(error);
    },
    countRegistration(status, network) {
      if (!statusesWithoutAccount.has(status) || isNewRegistration(`${status} ${network}`))
        metrics.countRegistration(status);
    },
  };
}

/** Returns a function that returns true for the first call with a key in some minutes, and false for repeated calls. */
function createNewKeyCheck(minutes: number): (key: string) => boolean {
  const recentKeys = new LRUCache<string, true>({ max: 10_000, ttl: minutes * 60 * 1000 });
  return (key) => {
    if (recentKeys.has(key)) return false;
    recentKeys.set(key, true);
    return true;
  };
}
