import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import * as z from "zod";

const requestSchema = z.object({
  operationName: z.string(),
  variables: z.record(z.string(), z.unknown()).default({}),
});
const responseSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.unknown()).optional(),
});

export type Variables = z.infer<typeof requestSchema>["variables"];
export type WrongResponse = z.infer<typeof responseSchema>;

/** A defect that the proxy adds to a correct acq. */
export interface AcqDefect {
  operation?: string;
  /**
   * Returns the wrong response that replaces acq's response. `count` is the number of calls of the operation so far.
   */
  response?: (rightResponse: WrongResponse, variables: Variables, callCount: number) => unknown;
  /** The name of a request header that the proxy does not forward to acq. */
  omittedHeader?: string;
  /** The HTTP status that replaces the status of acq's response. */
  status?: number;
  contentType?: string;
  /** Returns the message that replaces a message of the GraphQL subscription; undefined to drop the message. */
  message?: (text: string) => string | undefined;
  socketCloseCode?: number;
}

/** Starts a proxy in front of a correct acq. The proxy adds one defect at a time to acq's behavior. */
export async function startWrongAcq(rightAcqUrl: string) {
  let fault: AcqDefect = {};
  let affectedCallCount = 0;
  const server = createServer((request, response) => {
    void respond(request).then(({ status, type: contentType, text }) => {
      response.writeHead(status, { "Content-Type": contentType }).end(text);
    });
  });

  async function respond(request: IncomingMessage) {
    const body = await readText(request);
    const parsedRequest = requestSchema.safeParse(request.method === "POST" ? JSON.parse(body) : undefined);
    const headers = Object.fromEntries(
      ["authorization", "content-type", "idempotency-key"].flatMap((name) => {
        const value = request.headers[name];
        return typeof value === "string" ? [[name, value]] : [];
      }),
    );
    const isAffectedCall =
      parsedRequest.success &&
      (fault.operation ?? parsedRequest.data.operationName) === parsedRequest.data.operationName;
    if (isAffectedCall && fault.omittedHeader) Reflect.deleteProperty(headers, fault.omittedHeader);
    const refusal =
      parsedRequest.success && !fault.omittedHeader ? refuseSignIn(parsedRequest.data) : undefined;
    const response =
      refusal ??
      (await fetch(`${rightAcqUrl}${request.url ?? ""}`, {
        method: request.method ?? "GET",
        headers,
        ...(request.method === "POST" && { body }),
      }));
    const text = await response.text();
    const contentType = response.headers.get("Content-Type") ?? "";
    if (!isAffectedCall) return { status: response.status, type: contentType, text };
    const rightResponse = responseSchema.parse(JSON.parse(text));
    affectedCallCount += 1;
    const wrongResponse: unknown = fault.response
      ? fault.response(rightResponse, parsedRequest.data.variables, affectedCallCount)
      : rightResponse;
    return {
      status: fault.status ?? response.status,
      type: fault.contentType ?? contentType,
      text: typeof wrongResponse === "string" ? wrongResponse : JSON.stringify(wrongResponse),
    };
  }

  const sockets = new WebSocketServer({ server, handleProtocols: () => "graphql-transport-ws" });
  sockets.on("connection", (clientSocket) => {
    const acqSocket = new WebSocket(`${rightAcqUrl.replace("http", "ws")}/graphql`, "graphql-transport-ws");
    const queuedTexts: string[] = [];
    clientSocket.on("message", (data: Buffer) => {
      if (acqSocket.readyState === WebSocket.OPEN) acqSocket.send(data.toString());
      else queuedTexts.push(data.toString());
    });
    acqSocket.on("open", () => {
      for (const text of queuedTexts) acqSocket.send(text);
    });
    acqSocket.on("message", (data: Buffer) => {
      const text = data.toString();
      const hasTypeNext = text.includes('"next"');
      if (hasTypeNext && fault.socketCloseCode) clientSocket.close(fault.socketCloseCode);
      const message = hasTypeNext && fault.message ? fault.message(text) : text;
      if (message !== undefined) clientSocket.send(message);
    });
    clientSocket.on("close", () => {
      acqSocket.close();
    });
    acqSocket.on("close", () => {
      clientSocket.close();
    });
  });

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${readPort(server.address())}`,
    setFault(nextFault: AcqDefect): void {
      fault = nextFault;
      affectedCallCount = 0;
    },
    close(): void {
      sockets.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

export type WrongAcq = Awaited<ReturnType<typeof startWrongAcq>>;

/** Returns the response to wrong credentials, for which acq itself would need half a second. */
function refuseSignIn({ operationName, variables }: z.infer<typeof requestSchema>): Response | undefined {
  if (operationName !== "login" || variables["password"] === "velvetgate") return undefined;
  return Response.json({ data: { login: { token: null } } });
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function readPort(socketAddress: AddressInfo | string | null): number {
  return typeof socketAddress === "object" && socketAddress !== null ? socketAddress.port : 0;
}
