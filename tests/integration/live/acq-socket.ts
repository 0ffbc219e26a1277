import { WebSocketServer, type WebSocket } from "ws";
import * as z from "zod";
import { freePort } from "../../support/free-port";

const messageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("connection_init") }),
  z.object({ type: z.literal("ping") }),
  z.object({ type: z.literal("pong") }),
  z.object({ type: z.literal("complete"), id: z.string() }),
  z.object({
    type: z.literal("subscribe"),
    id: z.string(),
    payload: z.object({
      operationName: z.string(),
      query: z.string(),
      variables: z.object({ registrationId: z.string() }),
    }),
  }),
]);

/** A WebSocket server like acq's, controlled by a test. */
export interface AcqSocket {
  url: string;
  /** `countConnections`: the number of connections so far. `open`: the number of connections that are open now. */
  countConnections(): number;
  open(): number;
  /** The number of pings received so far. */
  countPings(): number;
  /** The ids of the registrations that have an open subscription, in the order of the subscriptions. */
  listFollowedIds(): string[];
  /** The number of subscriptions so far, including those that have ended. */
  countSubscribeMessages(): number;
  /** Sends a status to all subscriptions of a registration. */
  sendStatus(registrationId: string, status: string): void;
  /** Sends any payload to all subscriptions of a registration. */
  send(registrationId: string, payload: unknown): void;
  /** Completes the subscriptions of a registration. */
  completeSubscription(registrationId: string): void;
  /** Sends bytes that are not a message to every connection. */
  sendRawText(text: string): void;
  /** Closes every connection with a close frame that has this code. */
  close(closeCode: number): void;
  /** Ends every connection without a close frame. */
  terminateConnections(): void;
  /** Stops listening and refuses new connections. */
  stopListening(): Promise<void>;
  /** Listens again at the same address. */
  listenAgain(): Promise<void>;
  shouldResponsePings: boolean;
  /**
   * Called for a connection_init message, which the server then does not acknowledge. If undefined, the server
   * acknowledges it.
   */
  onInit: ((socket: WebSocket) => void) | undefined;
  /** Called after a subscription; sends the status CREATED by default. */
  onSubscribe: (socket: WebSocket, id: string, registrationId: string) => void;
}

/** Starts the WebSocket server. The caller ends the server with `stopListening`. */
export async function startAcqSocket(): Promise<AcqSocket> {
  const subscriptions = new Map<WebSocket, Map<string, string>>();
  let connectionCount = 0;
  let subscribeCount = 0;
  let pingCount = 0;
  const port = await freePort();
  let server = await listen(port);

  function listen(listenPort: number): Promise<WebSocketServer> {
    const sockets = new WebSocketServer({
      host: "127.0.0.1",
      port: listenPort,
      handleProtocols: () => "graphql-transport-ws",
    });
    sockets.on("connection", handleConnection);
    return new Promise((resolve, reject) => {
      sockets.once("listening", () => {
        resolve(sockets);
      });
      sockets.once("error", reject);
    });
  }

  function handleConnection(socket: WebSocket): void {
    connectionCount += 1;
    const socketSubscriptions = new Map<string, string>();
    subscriptions.set(socket, socketSubscriptions);
    socket.on("error", () => undefined);
    socket.on("close", () => subscriptions.delete(socket));
    socket.on("message", (data: Buffer) => {
      const message = messageSchema.parse(JSON.parse(data.toString()));
      switch (message.type) {
        case "connection_init":
          if (acq.onInit) acq.onInit(socket);
          else socket.send('{"type":"connection_ack"}');
          break;
        case "subscribe":
          subscribeCount += 1;
          socketSubscriptions.set(message.id, message.payload.variables.registrationId);
          acq.onSubscribe(socket, message.id, message.payload.variables.registrationId);
          break;
        case "complete":
          socketSubscriptions.delete(message.id);
          break;
        case "ping":
          pingCount += 1;
          if (acq.shouldResponsePings) socket.send('{"type":"pong"}');
          break;
        case "pong":
          break;
      }
    });
  }

  function forEachSubscription(
    registrationId: string,
    callback: (socket: WebSocket, id: string) => void,
  ): void {
    for (const [socket, ownSubscriptions] of subscriptions)
      for (const [id, followedId] of ownSubscriptions)
        if (followedId === registrationId) callback(socket, id);
  }

  async function stopListening(): Promise<void> {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  }

  const acq: AcqSocket = {
    url: `ws://127.0.0.1:${port}/graphql`,
    countConnections: () => connectionCount,
    open: () => server.clients.size,
    countPings: () => pingCount,
    listFollowedIds: () =>
      [...subscriptions.values()].flatMap((socketSubscriptions) => [...socketSubscriptions.values()]),
    countSubscribeMessages: () => subscribeCount,
    sendStatus(registrationId, status) {
      acq.send(registrationId, createStatusPayload(status));
    },
    send(registrationId, payload) {
      forEachSubscription(registrationId, (socket, id) => {
        socket.send(JSON.stringify({ type: "next", id, payload }));
      });
    },
    completeSubscription(registrationId) {
      forEachSubscription(registrationId, (socket, id) => {
        subscriptions.get(socket)?.delete(id);
        socket.send(JSON.stringify({ type: "complete", id }));
      });
    },
    sendRawText(text) {
      for (const socket of server.clients) socket.send(text);
    },
    close(closeCode) {
      for (const socket of server.clients) socket.close(closeCode, "of acq’s own words");
    },
    terminateConnections() {
      for (const socket of server.clients) socket.terminate();
    },
    stopListening,
    async listenAgain() {
      server = await listen(port);
    },
    shouldResponsePings: true,
    onInit: undefined,
    onSubscribe(socket, id) {
      socket.send(JSON.stringify({ type: "next", id, payload: createStatusPayload("CREATED") }));
    },
  };
  return acq;
}

function createStatusPayload(status: string): object {
  return { data: { registrationChanged: { status } } };
}
