import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { setInterval } from "node:timers";
import { expect, it, onTestFinished } from "vitest";
import { closeStalledConnections } from "~/server/lifecycle/shutdown.server";
import { close, listen } from "../../support/local-server";

const timeoutMs = 100;
/** A request body that does not fit into the socket buffers of server and client, so that sending it stalls. */
const thirtyTwoMegabyteBody = Buffer.alloc(32 * 1024 * 1024);

async function startServer(server: Server): Promise<number> {
  closeStalledConnections(server, timeoutMs);
  onTestFinished(() => close(server));
  return listen(server);
}

/** Sends a request and reads nothing of the response. Resolves when the server has closed the connection. */
async function waitForUnreadEnd(server: Server): Promise<void> {
  const port = await startServer(server);
  const closePromise = new Promise<void>((resolve) => {
    server.once("connection", (socket: Socket) => socket.once("close", () => resolve()));
  });
  const client = connect(port, "127.0.0.1").pause();
  client.on("error", () => undefined);
  onTestFinished(() => void client.destroy());
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await closePromise;
}

it("closeStalledConnections closes a response that the client does not read", async () => {
  await waitForUnreadEnd(createServer((_req, res) => res.end(thirtyTwoMegabyteBody)));
});

it("closeStalledConnections closes a stream if the server writes but the client does not read", async () => {
  await waitForUnreadEnd(
    createServer((_req, res) => {
      res.write(thirtyTwoMegabyteBody);
      const writeTimer = setInterval(() => res.write(":\n\n"), timeoutMs / 10);
      res.once("close", () => clearInterval(writeTimer));
    }),
  );
});

it("closeStalledConnections does not affect a client that waits for a slow response", async () => {
  const port = await startServer(
    createServer((_req, res) => void setTimeout(() => res.end("late"), timeoutMs * 4)),
  );
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("late");
});
