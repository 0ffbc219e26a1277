import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { openLiveConnection } from "~/acq/live-connection.server";
import { startAcqSocket, type AcqSocket } from "./acq-socket";

const request = { operationName: "x", query: "subscription x { x }", variables: { registrationId: "one" } };

/** Resolves to the close code of the connection. */
function waitForCloseCode(url: string): Promise<number> {
  return new Promise((resolve) => {
    const connection = openLiveConnection({ url, idleTimeoutMs: 0, timeoutMs: 300, onClosed: resolve });
    onTestFinished(() => {
      connection.close();
    });
    connection.subscribe(request, { next: () => undefined, onEnd: () => undefined });
  });
}

async function startTestAcqSocket(): Promise<AcqSocket> {
  const socket = await startAcqSocket();
  onTestFinished(() => socket.stopListening());
  return socket;
}

it("pings detect that acq no longer responds", async () => {
  const acq = await startTestAcqSocket();
  acq.shouldResponsePings = false;
  expect(await waitForCloseCode(acq.url)).toBe(4499);
});

it("pings keep a connection open if the peer answers", async () => {
  const acq = await startTestAcqSocket();
  void waitForCloseCode(acq.url).then(() => {
    throw new Error("the connection has ended");
  });
  await expect.poll(() => acq.countPings(), { interval: 5, timeout: 10_000 }).toBeGreaterThan(1);
  expect(acq.open()).toBe(1);
});

it("connections to acq close with code 4504 if acq does not acknowledge them in time", async () => {
  const acq = await startTestAcqSocket();
  acq.onInit = () => undefined;
  expect(await waitForCloseCode(acq.url)).toBe(4504);
});

it("connections to acq end with the code 1006 if they do not open in time or are rejected", async () => {
  const silentServer = createServer((connection) => connection.on("error", () => undefined).resume());
  const port = await new Promise<number>((resolve) => {
    silentServer.listen(0, "127.0.0.1", () => {
      const serverAddress = silentServer.address();
      resolve(typeof serverAddress === "object" ? (serverAddress?.port ?? 0) : 0);
    });
  });
  expect(await waitForCloseCode(`ws://127.0.0.1:${port}`)).toBe(1006);
  await new Promise((resolve) => silentServer.close(resolve));
  expect(await waitForCloseCode(`ws://127.0.0.1:${port}`)).toBe(1006);
});
