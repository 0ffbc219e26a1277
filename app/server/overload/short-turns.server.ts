/** The maximum time during which one turn of the event loop starts requests, in milliseconds. */
const maxTurnMs = 10;
/**
 * The maximum number of requests that one turn starts. It is low, because a turn of the event loop also continues the
 * requests that earlier turns started.
 */
const maxStartsPerTurn = 2;

type RequestStarter = () => void | Promise<void>;

/**
 * Returns a function that starts a request now, or in a later turn of the event loop if this turn's maximum is reached.
 * Waiting clients are served in rotation, one request each, so that a client with many requests does not delay the
 * others (docs/decisions/short-turns.md).
 */
export function createShortTurnRunner(): (
  client: string,
  startRequest: RequestStarter,
) => void | Promise<void> {
  /** The requests that wait, by client, in the order in which the clients are served. */
  const waitingRequests = new Map<string, (() => void)[]>();
  let turnStartedAt: number | undefined;
  let startedInTurnCount = 0;

  const canStartMore = () =>
    turnStartedAt === undefined ||
    (startedInTurnCount < maxStartsPerTurn && performance.now() - turnStartedAt < maxTurnMs);

  function countStart(): void {
    turnStartedAt ??= performance.now();
    startedInTurnCount += 1;
  }

  function startNextRequest(): void {
    const [nextClient] = waitingRequests;
    if (!nextClient || !canStartMore()) return;
    countStart();
    const [client, requests] = nextClient;
    const request = requests.shift();
    // Moves this client to the end of the queue, because one of the client's requests starts now.
    waitingRequests.delete(client);
    if (requests.length > 0) waitingRequests.set(client, requests);
    request?.();
  }

  function endTurn(): void {
    turnStartedAt = undefined;
    startedInTurnCount = 0;
    if (waitingRequests.size === 0) return;
    // Starts each request in a separate `setImmediate` callback. Node then runs the promise callbacks of one request
    // before it starts the next request.
    for (let count = 0; count < maxStartsPerTurn; count += 1) setImmediate(startNextRequest);
    setImmediate(endTurn);
  }

  return (client, startRequest) => {
    if (waitingRequests.size === 0 && canStartMore()) {
      if (turnStartedAt === undefined) setImmediate(endTurn);
      countStart();
      return startRequest();
    }
    return new Promise((resolve, reject) => {
      const requests = waitingRequests.get(client) ?? [];
      waitingRequests.set(client, requests);
      requests.push(() => {
        // The async function turns a synchronous error into a rejection.
        void (async () => startRequest())().then(resolve, reject);
      });
    });
  };
}
