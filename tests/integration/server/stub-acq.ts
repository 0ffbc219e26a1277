import { createServer, type IncomingHttpHeaders } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { close, listen } from "../../support/local-server";

/** A server in place of acq, with responses that the test defines. */
export interface StubAcq {
  url: string;
  stop(): Promise<void>;
}

const graphqlCallSchema = z.object({
  query: z.string(),
  operationName: z.string().optional(),
  variables: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Starts a stub acq.
 * @param resolveOperation - returns an operation's `data`, or an object with `errors`; the stub waits for a returned
 * promise
 */
export async function startStubAcq(
  resolveOperation: (
    operationName: string,
    authorization: string | undefined,
    headers: IncomingHttpHeaders,
    variables: Record<string, unknown>,
  ) => Promise<object> | object,
): Promise<StubAcq> {
  const server = createServer((request, response) => {
    void json(request).then(async (call) => {
      const { query, operationName = "", variables = {} } = graphqlCallSchema.parse(call);
      const { headers } = request;
      const isHealthProbe = query === "{ __typename }";
      const data = isHealthProbe
        ? { __typename: "Query" }
        : await resolveOperation(operationName, headers.authorization, headers, variables);
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify("errors" in data ? data : { data }));
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    stop: () => close(server),
  };
}

export type DelayingAcq = Awaited<ReturnType<typeof startDelayingAcq>>;

/** Starts a stub acq that knows every code, and can delay its responses to code checks. */
export async function startDelayingAcq() {
  let codeChecksSinceHold = 0;
  let releaseCodeChecks = (): void => undefined;
  let releasePromise = Promise.resolve();
  const acq = await startStubAcq(async (operationName) => {
    if (operationName !== "checkRegistrationCode") return {};
    codeChecksSinceHold += 1;
    await releasePromise;
    return createUsableDetails("Anna");
  });
  return {
    ...acq,
    /** Delays the responses to code checks until `release` is called. */
    holdChecks() {
      codeChecksSinceHold = 0;
      releasePromise = new Promise((resolve) => (releaseCodeChecks = resolve));
    },
    release: () => releaseCodeChecks(),
    /** Returns the number of code checks since the last `holdChecks`. */
    checkCount: () => codeChecksSinceHold,
  };
}

/** Returns acq's response for a usable code. */
export function createUsableDetails(invitorName: string | null): object {
  const countryOptions = [{ isoCode: "DE", termsPkString: "terms-de", dataPolicyPkString: "privacy-de" }];
  return { registrationCodeDetails: { errors: [], errorDetails: [], invitorName, countryOptions } };
}
