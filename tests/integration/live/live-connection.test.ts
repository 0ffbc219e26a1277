import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { openLiveConnection } from "~/acq/live-connection.server";
import { startAcqSocket, type AcqSocket } from "./acq-socket";

const request = { operationName: "x", query: "subscription x { x }", variables: { registrationId: "one" } };

/** Resolves to the code that the connection ended with. */
function endOf(url: string): Promise<number> {
  return new Promise((resolve) => {
    const connection = openLiveConnection({ url, lingerMs: 0, patienceMs: 300, onEnd: resolve });
    onTestFinished(() => {
      connection.close();
    });
    connection.subscribe(request, { next: () => undefined, ended: () => undefined });
  });
}

async function newSocket(): Promise<AcqSocket> {
  const socket = await startAcqSocket();
  onTestFinished(() => socket.goAway());
  return socket;
}

it("a peer that has gone without a word is found out by a ping", async () => {
  const acq = await newSocket();
  acq.answersPings = false;
  expect(await endOf(acq.url)).toBe(4499);
});

it("a peer that answers pings stays", async () => {
  const acq = await newSocket();
  void endOf(acq.url).then(() => {
    throw new Error("the connection has ended");
  });
  await expect.poll(() => acq.pings(), { interval: 5, timeout: 10_000 }).toBeGreaterThan(1);
  expect(acq.open()).toBe(1);
});

it("a connection that is not acknowledged in time ends with 4504", async () => {
  const acq = await newSocket();
  acq.onInit = () => undefined;
  expect(await endOf(acq.url)).toBe(4504);
});

it("a connection that does not open in time, or is refused, ends with 1006", async () => {
  const silent = createServer((connection) => connection.on("error", () => undefined).resume());
  const port = await new Promise<number>((resolve) => {
    silent.listen(0, "127.0.0.1", () => {
      const address = silent.address();
      resolve(typeof address === "object" ? (address?.port ?? 0) : 0);
    });
  });
  expect(await endOf(`ws://127.0.0.1:${port}`)).toBe(1006);
  await new Promise((resolve) => silent.close(resolve));
  expect(await endOf(`ws://127.0.0.1:${port}`)).toBe(1006);
});
