import type { IncomingMessage, Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { getOperationAST, type GraphQLSchema, OperationTypeNode, parse } from "graphql";
import { createGraphQLError, createYoga } from "graphql-yoga";
import * as z from "zod";
import type { Acq, OperationContext } from "./call";
import { type SimulatedFault, readFaultMessage, readFaultNumber, type FaultStore } from "../faults";
import {
  type Reply,
  createHeaderReader,
  isLoopbackHost,
  isOwnOrigin,
  createJsonReply,
  maxBodyBytes,
  readBody,
  type ReplyOrReset,
  createTextReply,
} from "../http";
import { deleteExpiredRows } from "../db/sweep";
import { describeErrorName } from "./errors";
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from "graphql-ws";
import { useServer } from "graphql-ws/use/ws";
import { WebSocketServer } from "ws";

interface SubscriptionOptions {
  acq: Acq;
  schema: GraphQLSchema;
  faultStore: FaultStore | undefined;
}

/** Serves subscriptions by graphql-ws at /graphql. Returns a function that closes all subscription connections. */
export function attachSubscriptionServer(
  server: Server,
  { acq, schema, faultStore }: SubscriptionOptions,
): () => Promise<void> {
  const webSocketServer = new WebSocketServer({
    noServer: true,
    maxPayload: maxBodyBytes,
    handleProtocols: (offeredProtocols) =>
      offeredProtocols.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false,
  });

  server.on("upgrade", (request, socket, firstBytes) => {
    const { headers } = request;
    const [path] = (request.url ?? "/").split("?", 1);
    if (path !== "/graphql" || !isLoopbackHost(headers.host) || !isOwnOrigin(headers))
      return void socket.destroy();
    webSocketServer.handleUpgrade(request, socket, firstBytes, (webSocket) =>
      webSocketServer.emit("connection", webSocket, request),
    );
  });

  const subscriptionServer = useServer(
    {
      schema,
      context: ({ extra }): OperationContext => ({ acq, getHeader: createHeaderReader(extra.request) }),
      onSubscribe: async ({ extra }, _id, { operationName, query }) => {
        deleteExpiredRows(acq);
        const fault = faultStore?.takeFault(operationName ?? "");
        if (fault?.kind === "delay") await wait(readFaultNumber(fault, 1000));
        else if (fault?.kind === "status")
          extra.socket.close(readFaultNumber(fault, 4500), "A fault for tests");
        else if (fault?.kind === "reset") extra.socket.terminate();
        else if (fault?.kind === "malformed") extra.socket.send("{");
        else if (fault !== undefined) return [createGraphQLError(readFaultMessage(fault))];
        return isSubscription(query) ? undefined : [createGraphQLError("Only subscriptions: use HTTP POST.")];
      },
    },
    webSocketServer,
  );
  return async () => {
    await subscriptionServer.dispose();
    webSocketServer.close();
  };
}

/** Returns true if a query is a subscription. An unreadable query also returns true: graphql-ws reports its error. */
function isSubscription(query: string): boolean {
  try {
    const operation = getOperationAST(parse(query));
    return operation === null || operation?.operation === OperationTypeNode.SUBSCRIPTION;
  } catch {
    return true;
  }
}

interface GraphqlOptions {
  acq: Acq;
  schema: GraphQLSchema;
  faultStore: FaultStore | undefined;
  log: (line: string) => void;
}

type GraphqlHandler = (request: IncomingMessage) => Promise<ReplyOrReset>;

const namedOperationSchema = z.object({ operationName: z.string() });

/**
 * Handles POST /graphql: GraphQL over HTTP, JSON only. If a test has added a fault for the operation, the fault
 * applies.
 */
export function createGraphqlEndpoint({ acq, schema, faultStore, log }: GraphqlOptions): GraphqlHandler {
  const yoga = createYoga<OperationContext>({
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
      error: (error: unknown) => log(`an operation failed: ${describeErrorName(error)}`),
    },
  });

  async function executeOperation(request: IncomingMessage, body: string): Promise<Reply> {
    deleteExpiredRows(acq);
    const operationContext: OperationContext = { acq, getHeader: createHeaderReader(request) };
    const requestInit = {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body,
    };
    const response = await yoga.fetch("http://localhost/graphql", requestInit, operationContext);
    return {
      status: response.status,
      headers: { "Content-Type": "application/json; charset=utf-8" },
      body: await response.text(),
    };
  }

  return async (request) => {
    if (request.method !== "POST") return createTextReply(405, "POST only", { Allow: "POST" });
    if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
      return createTextReply(415, "application/json only");
    }
    const body = await readBody(request);
    if (body === undefined) return createTextReply(413, "Too large", { Connection: "close" });

    const fault = faultStore?.takeFault(readOperationName(body));
    if (fault === undefined) return executeOperation(request, body);
    if (fault.when === "before") return (await respondToFault(fault)) ?? executeOperation(request, body);
    const response = await executeOperation(request, body);
    return (await respondToFault(fault)) ?? response;
  };
}

function readOperationName(body: string): string {
  try {
    return namedOperationSchema.safeParse(JSON.parse(body)).data?.operationName ?? "";
  } catch {
    return "";
  }
}

/**
 * Returns the response that a fault for tests sends instead of acq's own response. A fault that only delays returns
 * undefined, because acq then responds normally.
 */
async function respondToFault(fault: SimulatedFault): Promise<ReplyOrReset | undefined> {
  switch (fault.kind) {
    case "delay":
      await wait(readFaultNumber(fault, 1000));
      return undefined;
    case "status":
      return {
        status: readFaultNumber(fault, 503),
        headers: { "Content-Type": "text/html; charset=utf-8" },
        body: "<!doctype html><title>A fault for tests</title>",
      };
    case "reset":
      return "reset";
    case "malformed":
      return { ...createJsonReply(200, null), body: '{"data":{"half":' };
    case "graphql-error":
      return createJsonReply(200, { data: null, errors: [{ message: readFaultMessage(fault) }] });
  }
}
