import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSealing } from "~/request/tokens/sealing.server";
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
  await socket.goAway();
});

const path = "/registration/events";

/** The cookie of somebody who has registered, without going through it. */
function draftOf(registrationId: string): string {
  const sealing = createSealing([secret], () => new Date());
  return `draft=${sealing.seal("draft", { registrationId, registrationEmail: "a@example.com" }, 3600)}`;
}

interface Page {
  response: IncomingMessage;
  /** What has come until now. */
  text(): string;
  /** Resolves when the stream has ended. */
  ended: Promise<unknown>;
  leave(): void;
}

let addresses = 0;
/** As browsers do, it would keep the connections that it may keep. */
const agent = new Agent({ keepAlive: true });

/** An open page of somebody with a client address of their own. Node's own client: there are a thousand of them. */
async function openPage(url: string, cookie: string, headers: Record<string, string> = {}): Promise<Page> {
  addresses += 1;
  const address = `10.3.${addresses >> 8}.${addresses % 256}`;
  const request = get(url, {
    agent,
    headers: { Accept: "text/event-stream", Cookie: cookie, "X-Forwarded-For": address, ...headers },
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  let text = "";
  response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  return {
    response,
    text: () => text,
    ended: new Promise((resolve) => response.once("close", resolve)),
    leave: () => {
      response.destroy();
    },
  };
}

const until = (condition: () => boolean) => expect.poll(condition, { timeout: 60_000 }).toBe(true);

describe("the events of a registration", () => {
  it("come at once under every prefix, however the browser would like them compressed", async () => {
    const cookie = draftOf("one");
    for (const prefix of ["", ...localeCodes.map((code) => `/${code}`)]) {
      const page = await openPage(site.url(`${prefix}${path}`), cookie, { "Accept-Encoding": "gzip, br" });
      expect(page.response.statusCode, prefix).toBe(200);
      expect(page.response.headers["content-encoding"]).toBeUndefined();
      expect(page.response.headers["content-type"]).toBe("text/event-stream");
      await until(() => page.text().includes("data: waiting"));
      page.leave();
    }
    expect(socket.opened()).toBe(1);
    await until(() => socket.followed().length === 0);
  });

  it("have a head for HEAD, and are nothing to follow without a draft or for Remix’s data", async () => {
    const cookie = draftOf("one");
    const head = await fetch(site.url(path), { method: "HEAD", headers: { Cookie: cookie } });
    expect([head.status, head.headers.get("Content-Type")]).toEqual([200, "text/event-stream"]);
    expect((await fetch(site.url(path))).status).toBe(204);
    const data = await fetch(site.url(`${path}.data`), { headers: { Cookie: cookie } });
    expect(await data.text()).not.toContain("waiting");
    expect(socket.opened()).toBe(0);
  });

  it("stop when acq says that it takes no followers", async () => {
    const page = await openPage(site.url(path), draftOf("one"));
    await until(() => page.text().includes("waiting"));
    socket.close(4403);
    await page.ended;
    expect(page.text()).toContain("event: ask\ndata: ended\n\n");
    const next = await openPage(site.url(path), draftOf("two"));
    await next.ended;
    expect(next.text()).toContain("event: ask\ndata: ended\n\n");
    expect(socket.opened()).toBe(1);
  });

  it("go on when acq goes away and comes back", async () => {
    const page = await openPage(site.url(path), draftOf("one"));
    await until(() => page.text().includes("waiting"));
    socket.breakOff();
    await until(() => socket.opened() === 2 && socket.followed().length === 1);
    socket.tell("one", "ACTIVE");
    await page.ended;
    expect(page.text()).toBe(
      "retry: 3000\n\nevent: status\ndata: waiting\n\nevent: status\ndata: active\n\n",
    );
  });
});

it("1,000 followers are one connection to acq, which ends after them", { timeout: 120_000 }, async () => {
  const cookies = Array.from({ length: 1000 }, (_, index) => draftOf(`number-${index}`));
  const pages = await Promise.all(cookies.map((cookie) => openPage(site.url(`/de${path}`), cookie)));
  await until(() => pages.every((page) => page.text().includes("waiting")));
  expect([socket.opened(), socket.asked()]).toEqual([1, 1000]);

  for (let number = 0; number < 1000; number += 1) socket.tell(`number-${number}`, "ACTIVE");
  await Promise.all(pages.map(({ ended }) => ended));
  expect(pages.filter((page) => page.text().endsWith("data: active\n\n"))).toHaveLength(1000);
  await until(() => socket.open() === 0);
  expect(socket.opened()).toBe(1);
});

it("followers are told to come back when the process ends, which does not wait for them", async () => {
  const cookies = Array.from({ length: 30 }, (_, index) => draftOf(`number-${index}`));
  const pages = await Promise.all(cookies.map((cookie) => openPage(site.url(path), cookie)));
  await until(() => pages.every((page) => page.text().includes("waiting")));
  const begun = performance.now();
  expect(await site.server.stop()).toBe(0);
  await Promise.all(pages.map(({ ended }) => ended));
  // It would be 25 s at worst, and the five of a kept connection.
  expect(performance.now() - begun).toBeLessThan(4000);
  const retries = pages.map((page) => Number(/\nretry: (\d+)\n\n$/.exec(page.text())?.[1]));
  for (const retry of retries) {
    expect(retry).toBeGreaterThanOrEqual(1000);
    expect(retry).toBeLessThanOrEqual(5000);
  }
  expect(new Set(retries).size).toBeGreaterThan(15);
});

it("nor for a connection that a browser has opened ahead", async () => {
  const ahead = connect(Number(new URL(site.origin).port), "127.0.0.1");
  await once(ahead, "connect");
  // Taken in, since a later one is answered.
  expect((await fetch(site.url("/healthz"))).status).toBe(200);
  const begun = performance.now();
  expect(await site.server.stop()).toBe(0);
  expect(performance.now() - begun).toBeLessThan(4000);
  ahead.destroy();
});
