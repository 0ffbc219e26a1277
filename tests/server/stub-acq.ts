import { createServer, type IncomingHttpHeaders } from "node:http";
import { z } from "zod";

/** An acq that answers as a test wants it to. */
export interface StubAcq {
  url: string;
  stop(): Promise<void>;
}

const callSchema = z.object({ operationName: z.string().optional() });

/**
 * @param answer the `data` of an operation's answer, or instead of it `errors`; what it waits for, the caller waits for
 */
export async function startStubAcq(
  answer: (
    operationName: string,
    authorization: string | undefined,
    headers: IncomingHttpHeaders,
  ) => Promise<object> | object,
): Promise<StubAcq> {
  const server = createServer((request, response) => {
    void readJson(request).then(async (call) => {
      const { operationName = "" } = callSchema.parse(call);
      const data = await answer(operationName, request.headers.authorization, request.headers);
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify("errors" in data ? data : { data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given");
  return {
    url: `http://127.0.0.1:${address.port}/graphql`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readJson(request: AsyncIterable<Buffer>): Promise<unknown> {
  let text = "";
  for await (const chunk of request) text += chunk.toString();
  return JSON.parse(text);
}

/** What an acq says of a code that can be used. */
export function usableCode(invitorName: string): object {
  const countryOptions = [{ isoCode: "DE", termsPkString: "terms-de", dataPolicyPkString: "privacy-de" }];
  return { registrationCodeDetails: { errors: [], errorDetails: [], invitorName, countryOptions } };
}
