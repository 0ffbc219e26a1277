import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTokenCrypto } from "~/crypto/sealing.server";
import { localeCodes } from "~/i18n/locales";
import { startAcqSocket, type AcqSocket } from "../live/acq-socket";
import { secret, startSite, type Site } from "./foreign-acq";
import { startStubAcq, type StubAcq } from "./stub-acq";

let acq: StubAcq;
let socket: AcqSocket;
let site: Site;
beforeAll(async () => {
  acq = await startStubAcq(() => ({}));
});
afterAll(async () => {
  agent.destroy();
  await acq.stop();
});
beforeEach(async () => {
  socket = await startAcqSocket();
  site = await startSite(acq.url, { ACQ_SUBSCRIPTION_URL: socket.url, TRUST_PROXY: "1" });
});
afterEach(async () => {
  expect(await site.server.stop()).toBe(0);
  await socket.stopListening();
});

const path = "/registration/events";

/** Returns the draft cookie that a visitor has after a registration, without registering. */
function createDraftCookie(registrationId: string): string {
  const tokenCrypto = createTokenCrypto([secret], () => new Date());
  return `draft=${tokenCrypto.encrypt("draft", { registrationId, registrationEmail: "a@example.com" }, 3600)}`;
}

interface FollowingPage {
  response: IncomingMessage;
  /** Returns all text that the event stream has sent so far. */
  text(): string;
  /** Resolves when the event stream has ended. */
  streamEnd: Promise<unknown>;
  leave(): void;
}

let addressCount = 0;
/** An HTTP agent that keeps connections alive, like browsers. */
const agent = new Agent({ keepAlive: true });

/** Opens an event stream with its own client address. Uses Node's client, since tests open a thousand streams. */
async function openPage(
  url: string,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<FollowingPage> {
  addressCount += 1;
  const clientAddress = `10.3.${addressCount >> 8}.${addressCount % 256}`;
  const request = get(url, {
    agent,
    headers: { Accept: "text/event-stream", Cookie: cookie, "X-Forwarded-For": clientAddress, ...headers },
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  let text = "";
  response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  return {
    response,
    text: () => text,
    streamEnd: new Promise((resolve) => response.once("close", resolve)),
    leave: () => {
      response.destroy();
    },
  };
}

const expectEventually = (condition: () => boolean) =>
  expect.poll(condition, { timeout: 120_000 }).toBe(true);

describe("event stream of a registration", () => {
  it("sends events immediately under every language prefix, without compression", async () => {
    const cookie = createDraftCookie("one");
    for (const prefix of ["", ...localeCodes.map((localeCode) => `/${localeCode}`)]) {
      const page = await openPage(site.url(`${prefix}${path}`), cookie, { "Accept-Encoding": "gzip, br" });
      expect(page.response.statusCode, prefix).toBe(200);
      expect(page.response.headers["content-encoding"]).toBeUndefined();
      expect(page.response.headers["content-type"]).toBe("text/event-stream");
      await expectEventually(() => page.text().includes("data: waiting"));
      page.leave();
    }
    expect(socket.countConnections()).toBe(1);
    await expectEventually(() => socket.listFollowedIds().length === 0);
  });

  it("makes no connection to acq for a HEAD request, a data request or a request without a draft", async () => {
    const cookie = createDraftCookie("one");
    const headResponse = await fetch(site.url(path), { method: "HEAD", headers: { Cookie: cookie } });
    expect([headResponse.status, headResponse.headers.get("Content-Type")]).toEqual([
      200,
      "text/event-stream",
    ]);
    expect((await fetch(site.url(path))).status).toBe(204);
    const dataResponse = await fetch(site.url(`${path}.data`), { headers: { Cookie: cookie } });
    expect(await dataResponse.text()).not.toContain("waiting");
    expect(socket.countConnections()).toBe(0);
  });

  it("ends when acq rejects the subscription", async () => {
    const page = await openPage(site.url(path), createDraftCookie("one"));
    await expectEventually(() => page.text().includes("waiting"));
    socket.close(4403);
    await page.streamEnd;
    expect(page.text()).toContain("event: ask\ndata: ended\n\n");
    const nextPage = await openPage(site.url(path), createDraftCookie("two"));
    await nextPage.streamEnd;
    expect(nextPage.text()).toContain("event: ask\ndata: ended\n\n");
    expect(socket.countConnections()).toBe(1);
  });

  it("continues when acq disconnects and becomes available again", async () => {
    const page = await openPage(site.url(path), createDraftCookie("one"));
    await expectEventually(() => page.text().includes("waiting"));
    socket.terminateConnections();
    await expectEventually(() => socket.countConnections() === 2 && socket.listFollowedIds().length === 1);
    socket.sendStatus("one", "ACTIVE");
    await page.streamEnd;
    expect(page.text()).toMatch(
      /^retry: \d+\n\nevent: status\ndata: waiting\n\nevent: status\ndata: active\n\n$/,
    );
  });
});

it("1,000 followers share one connection to acq, which closes when the last follower leaves", async () => {
  const cookies = Array.from({ length: 1000 }, (_, index) => createDraftCookie(`number-${index}`));
  const pages = await Promise.all(cookies.map((cookie) => openPage(site.url(`/de${path}`), cookie)));
  await expectEventually(() => pages.every((page) => page.text().includes("waiting")));
  expect([socket.countConnections(), socket.countSubscribeMessages()]).toEqual([1, 1000]);

  for (let statusIndex = 0; statusIndex < 1000; statusIndex += 1)
    socket.sendStatus(`number-${statusIndex}`, "ACTIVE");
  await Promise.all(pages.map(({ streamEnd }) => streamEnd));
  expect(pages.filter((page) => page.text().endsWith("data: active\n\n"))).toHaveLength(1000);
  await expectEventually(() => socket.open() === 0);
  expect(socket.countConnections()).toBe(1);
});

it("shutdown sends followers a reconnection delay, and does not wait until the followers disconnect", async () => {
  const cookies = Array.from({ length: 30 }, (_, index) => createDraftCookie(`number-${index}`));
  const pages = await Promise.all(cookies.map((cookie) => openPage(site.url(path), cookie)));
  await expectEventually(() => pages.every((page) => page.text().includes("waiting")));
  const startTime = performance.now();
  expect(await site.server.stop()).toBe(0);
  await Promise.all(pages.map(({ streamEnd }) => streamEnd));
  // The shutdown ends the streams and connections. It would take 25 s if it waited for streams, and 5 s for
  // connections.
  expect(performance.now() - startTime).toBeLessThan(4000);
  const retryTimes = pages.map((page) => Number(/\nretry: (\d+)\n\n$/.exec(page.text())?.[1]));
  for (const retryTime of retryTimes) {
    expect(retryTime).toBeGreaterThanOrEqual(1000);
    expect(retryTime).toBeLessThanOrEqual(5000);
  }
  expect(new Set(retryTimes).size).toBeGreaterThan(15);
});

it("shutdown does not wait for an unused connection that a browser has opened", async () => {
  const unusedConnection = connect(Number(new URL(site.origin).port), "127.0.0.1");
  await once(unusedConnection, "connect");
  // A response on a later connection shows that the server has accepted the earlier connection, which is unused.
  expect((await fetch(site.url("/healthz"))).status).toBe(200);
  const startTime = performance.now();
  expect(await site.server.stop()).toBe(0);
  expect(performance.now() - startTime).toBeLessThan(4000);
  unusedConnection.destroy();
});
