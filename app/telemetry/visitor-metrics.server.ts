import { LRUCache } from "lru-cache";
import type { Metrics } from "./metrics";

/**
 * Counts visitors in the metrics instead of requests: a reload or a repeated attempt does not count again for some
 * time. A visitor is recognized by the network's key or by the link. Each instance counts its own visitors.
 */
export interface VisitorMetrics {
  /** Counts a usable invitation, at most once in ten minutes for each network. */
  countInvitedVisit: (network: string) => void;
  /** Counts a link with an unreadable code or timestamp, at most once an hour for each network. */
  countDamagedLink: (network: string) => void;
  /**
   * Counts an activation of an account. Each activation id counts once a day, because acq repeats its answer to a
   * repeated form for as long.
   */
  countActivation: (status: "ACTIVATED" | "ALREADY_ACTIVE", activationId: string) => void;
  /**
   * Counts a failed activation, at most once in ten minutes for each link and for each network: neither repeated
   * attempts nor invented ids must look like many failing links.
   *
   * @param link - undefined for a damaged link, which contains no activation id
   */
  countFailedActivation: (
    status: "NOT_FOUND" | "FAILED",
    { link, network }: { link: string | undefined; network: string },
  ) => void;
  /**
   * Counts a checked code, at most once an hour for each network and error. A check without a response of acq
   * ("NO_ANSWER") counts once for all codes of a network.
   */
  countCodeCheck: (error: string, { codeKey, network }: { codeKey: string; network: string }) => void;
  /**
   * Counts a registration. One that creates an account counts once a day, because acq repeats its answer to a repeated
   * form for as long. One that acq refuses counts at most once in two hours for each network and status, because the
   * alert VelvetgateRegistrationsRefused evaluates at most two hours.
   */
  countRegistration: (
    status: string,
    { network, idempotencyKey }: { network: string; idempotencyKey: string },
  ) => void;
}

const statusesWithoutAccount = new Set(["refused", "active", "pending"]);

export function createVisitorMetrics(metrics: Metrics): VisitorMetrics {
  const isNewVisit = createNewKeyCheck(10);
  const isNewDamagedLink = createNewKeyCheck(60);
  const isNewFailedLink = createNewKeyCheck(10);
  const isNewFailingNetwork = createNewKeyCheck(10);
  const isNewCodeCheck = createNewKeyCheck(60);
  const isNewRegistration = createNewKeyCheck(120);
  const isNewAccount = createNewKeyCheck(24 * 60);
  const isNewActivation = createNewKeyCheck(24 * 60);
  return {
    countInvitedVisit(network) {
      if (isNewVisit(network)) metrics.countInvitedVisit();
    },
    countDamagedLink(network) {
      if (isNewDamagedLink(network)) metrics.countDamagedLink();
    },
    countActivation(status, activationId) {
      if (isNewActivation(activationId)) metrics.countActivation(status);
    },
    countFailedActivation(status, { link, network }) {
      if (link !== undefined && !isNewFailedLink(link)) return;
      if (isNewFailingNetwork(network)) metrics.countActivation(status);
    },
    countCodeCheck(error, { codeKey, network }) {
      const checkedCode = error === "NO_ANSWER" ? "" : codeKey;
      if (isNewCodeCheck(`${error} ${network} ${checkedCode}`)) metrics.countCodeCheck(error);
    },
    countRegistration(status, { network, idempotencyKey }) {
      if (status === "created" && !isNewAccount(idempotencyKey)) return;
      if (statusesWithoutAccount.has(status) && !isNewRegistration(`${status} ${network}`)) return;
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
