import type { IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { GraphQLSchema } from "graphql";
import { createYoga } from "graphql-yoga";
import { z } from "zod";
import type { Acq, Call } from "./call";
import { type Fault, faultMessage, faultNumber, type Faults } from "./faults";
import { type Answer, headerReader, json, readBody, type Reply, text } from "./http";
import { sweep } from "./sweep";
import { kindOf } from "./errors";

interface GraphqlOptions {
  acq: Acq;
  schema: GraphQLSchema;
  faults: Faults | undefined;
  log: (line: string) => void;
}

type Handler = (request: IncomingMessage) => Promise<Reply>;

const namedOperation = z.object({ operationName: z.string() });

/** POST /graphql: GraphQL over HTTP, JSON alone, with the faults that tests ask for. */
export function createGraphqlEndpoint({ acq, schema, faults, log }: GraphqlOptions): Handler {
  const yoga = createYoga<Call>({
    schema,
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    maskedErrors: { isDev: false },
    logging: {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (error: unknown) => log(`an operation failed: ${kindOf(error)}`),
    },
  });

  async function execute(request: IncomingMessage, body: string): Promise<Answer> {
    sweep(acq);
    const call: Call = { acq, header: headerReader(request) };
    const init = {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body,
    };
    const answer = await yoga.fetch("http://localhost/graphql", init, call);
    return {
      status: answer.status,
      headers: { "Content-Type": "application/json; charset=utf-8" },
      body: await answer.text(),
    };
  }

  return async (request) => {
    if (request.method !== "POST") return text(405, "POST only", { Allow: "POST" });
    if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
      return text(415, "application/json only");
    }
    const body = await readBody(request);
    if (body === undefined) return text(413, "Too large", { Connection: "close" });

    const fault = faults?.take(operationNameOf(body));
    if (fault === undefined) return execute(request, body);
    if (fault.when === "before") return (await failed(fault)) ?? execute(request, body);
    const answer = await execute(request, body);
    return (await failed(fault)) ?? answer;
  };
}

function operationNameOf(body: string): string {
  try {
    return namedOperation.safeParse(JSON.parse(body)).data?.operationName ?? "";
  } catch {
    return "";
  }
}

/** What comes instead of the answer; nothing after a delay. */
async function failed(fault: Fault): Promise<Reply | undefined> {
  switch (fault.kind) {
    case "delay":
      await wait(faultNumber(fault, 1000));
      return undefined;
    case "status":
      return {
        status: faultNumber(fault, 503),
        headers: { "Content-Type": "text/html; charset=utf-8" },
        body: "<!doctype html><title>A fault for tests</title>",
      };
    case "reset":
      return "reset";
    case "malformed":
      return { ...json(200, null), body: '{"data":{"half":' };
    case "graphql-error":
      return json(200, { data: null, errors: [{ message: faultMessage(fault) }] });
  }
}
