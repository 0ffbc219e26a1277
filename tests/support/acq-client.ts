import { createBreaker } from "~/acq/policy/breaker.server";
import { createAcq, type Acq, type AcqSettings } from "~/acq/client.server";
import { createOpenCalls } from "~/acq/policy/open-calls.server";

export interface TestClient {
  acq: Acq;
  /** The logged lines: the fields and the text of each. */
  loggedEntries: [object, string][];
  /** The delays before retries, in milliseconds. Unless the test passes `wait`, the client retries without waiting. */
  waitTimes: number[];
}

type TestClientOptions = Partial<Pick<AcqSettings, "timeoutMs" | "breaker" | "openCalls" | "wait">> & {
  signal?: AbortSignal;
};

/** Creates the acq client of one visitor, as the site does. */
export function createTestClient(url: string, options: TestClientOptions = {}): TestClient {
  const {
    timeoutMs = 15_000,
    breaker = createBreaker(),
    openCalls = createOpenCalls(),
    signal,
    wait,
  } = options;
  const loggedEntries: [object, string][] = [];
  const waitTimes: number[] = [];
  const settings = {
    url,
    timeoutMs,
    breaker,
    openCalls,
    log: { warn: (fields: object, text: string) => void loggedEntries.push([fields, text]) },
    wait: wait ?? ((ms: number) => Promise.resolve(waitTimes.push(ms))),
  };
  const caller = {
    sessionId: "session-1",
    sourcePage: "/de/registration/formstarted",
    clientAddress: "192.0.2.7",
    clientNetwork: "192.0.2.7",
    acceptLanguage: "de-AT",
    authorization: "Bearer abc",
    signal,
    demoCountry: undefined,
  };
  return { acq: createAcq(settings, caller), loggedEntries, waitTimes };
}
