import { WebSocketServer, type WebSocket } from "ws";
import { z } from "zod";
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

/** A socket as acq has one, which does what a test wants. */
export interface AcqSocket {
  url: string;
  /** How many connections were opened to it until now, and how many are open. */
  opened(): number;
  open(): number;
  /** How many pings have come until now. */
  pings(): number;
  /** Registrations that are followed now, in the order of their subscriptions. */
  followed(): string[];
  /** How many subscriptions were asked for until now. */
  asked(): number;
  /** Tells a status to all who follow a registration. */
  tell(registrationId: string, status: string): void;
  /** The same with a payload of the test's own. */
  send(registrationId: string, payload: unknown): void;
  /** Says that there is nothing more to tell of it. */
  complete(registrationId: string): void;
  /** Sends bytes that are no message to every connection. */
  sendRaw(text: string): void;
  /** Closes every connection, in good order. */
  close(code: number): void;
  /** Breaks every connection off. */
  breakOff(): void;
  /** Goes away altogether: whoever comes now is refused. */
  goAway(): Promise<void>;
  /** Comes back at the same address. */
  comeBack(): Promise<void>;
  answersPings: boolean;
  /** What happens to a connection that was acknowledged, or asks to be; undefined: nothing. */
  onInit: ((socket: WebSocket) => void) | undefined;
  /** What happens after a subscription; by default the status CREATED is told. */
  onSubscribe: (socket: WebSocket, id: string, registrationId: string) => void;
}

/** Whoever starts it lets it go away in the end. */
export async function startAcqSocket(): Promise<AcqSocket> {
  const subscriptions = new Map<WebSocket, Map<string, string>>();
  let opened = 0;
  let asked = 0;
  let pings = 0;
  const port = await freePort();
  let server = await listen(port);

  function listen(at: number): Promise<WebSocketServer> {
    const sockets = new WebSocketServer({
      host: "127.0.0.1",
      port: at,
      handleProtocols: () => "graphql-transport-ws",
    });
    sockets.on("connection", serve);
    return new Promise((resolve, reject) => {
      sockets.once("listening", () => {
        resolve(sockets);
      });
      sockets.once("error", reject);
    });
  }

  function serve(socket: WebSocket): void {
    opened += 1;
    const own = new Map<string, string>();
    subscriptions.set(socket, own);
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
          asked += 1;
          own.set(message.id, message.payload.variables.registrationId);
          acq.onSubscribe(socket, message.id, message.payload.variables.registrationId);
          break;
        case "complete":
          own.delete(message.id);
          break;
        case "ping":
          pings += 1;
          if (acq.answersPings) socket.send('{"type":"pong"}');
          break;
        case "pong":
          break;
      }
    });
  }

  function each(registrationId: string, work: (socket: WebSocket, id: string) => void): void {
    for (const [socket, own] of subscriptions)
      for (const [id, followed] of own) if (followed === registrationId) work(socket, id);
  }

  async function goAway(): Promise<void> {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  }

  const acq: AcqSocket = {
    url: `ws://127.0.0.1:${port}/graphql`,
    opened: () => opened,
    open: () => server.clients.size,
    pings: () => pings,
    followed: () => [...subscriptions.values()].flatMap((own) => [...own.values()]),
    asked: () => asked,
    tell(registrationId, status) {
      acq.send(registrationId, statusPayload(status));
    },
    send(registrationId, payload) {
      each(registrationId, (socket, id) => {
        socket.send(JSON.stringify({ type: "next", id, payload }));
      });
    },
    complete(registrationId) {
      each(registrationId, (socket, id) => {
        subscriptions.get(socket)?.delete(id);
        socket.send(JSON.stringify({ type: "complete", id }));
      });
    },
    sendRaw(text) {
      for (const socket of server.clients) socket.send(text);
    },
    close(code) {
      for (const socket of server.clients) socket.close(code, "of acq’s own words");
    },
    breakOff() {
      for (const socket of server.clients) socket.terminate();
    },
    goAway,
    async comeBack() {
      server = await listen(port);
    },
    answersPings: true,
    onInit: undefined,
    onSubscribe(socket, id) {
      socket.send(JSON.stringify({ type: "next", id, payload: statusPayload("CREATED") }));
    },
  };
  return acq;
}

function statusPayload(status: string): object {
  return { data: { registrationChanged: { status } } };
}
