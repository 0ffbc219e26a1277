import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { getOperationAST, type GraphQLSchema, OperationTypeNode, parse } from "graphql";
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from "graphql-ws";
import { createGraphQLError } from "graphql-yoga";
import { useServer } from "graphql-ws/use/ws";
import { WebSocketServer } from "ws";
import type { Acq, Call } from "./call";
import { faultMessage, faultNumber, type Faults } from "./faults";
import { headerReader, isOwnHost, isOwnOrigin, MAXIMUM_BODY_BYTES } from "./http";
import { sweep } from "./sweep";

interface SubscriptionOptions {
  acq: Acq;
  schema: GraphQLSchema;
  faults: Faults | undefined;
}

/** Subscriptions over graphql-ws at /graphql. Returns what ends them all. */
export function attachSubscriptions(
  server: Server,
  { acq, schema, faults }: SubscriptionOptions,
): () => Promise<void> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAXIMUM_BODY_BYTES,
    handleProtocols: (offered) =>
      offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false,
  });

  server.on("upgrade", (request, socket, head) => {
    const { headers } = request;
    const [path] = (request.url ?? "/").split("?", 1);
    if (path !== "/graphql" || !isOwnHost(headers.host) || !isOwnOrigin(headers))
      return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit("connection", opened, request));
  });

  const graphql = useServer(
    {
      schema,
      context: ({ extra }): Call => ({ acq, header: headerReader(extra.request) }),
      onSubscribe: async ({ extra }, _id, { operationName, query }) => {
        sweep(acq);
        const fault = faults?.take(operationName ?? "");
        if (fault?.kind === "delay") await wait(faultNumber(fault, 1000));
        else if (fault?.kind === "status") extra.socket.close(faultNumber(fault, 4500), "A fault for tests");
        else if (fault?.kind === "reset") extra.socket.terminate();
        else if (fault?.kind === "malformed") extra.socket.send("{");
        else if (fault !== undefined) return [createGraphQLError(faultMessage(fault))];
        return isSubscription(query) ? undefined : [createGraphQLError("Only subscriptions: use HTTP POST.")];
      },
    },
    sockets,
  );
  return async () => {
    await graphql.dispose();
    sockets.close();
  };
}

/** Unreadable ones are left to graphql-ws, which says what is wrong. */
function isSubscription(query: string): boolean {
  try {
    const operation = getOperationAST(parse(query));
    return operation === null || operation?.operation === OperationTypeNode.SUBSCRIPTION;
  } catch {
    return true;
  }
}
