import { localeCodes } from "~/i18n/locales";
import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import {
  Agent,
  type IncomingHttpHeaders,
  request,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { startTestAcq } from "../acq/support/test-acq";
import { openRawSocket, createRawRequest, readResponse, sendRawBytes } from "../http/raw-http";
import { computeMaxScore, computeScore } from "../server/observatory";
import { freePort } from "../../support/free-port";
import {
  type HaproxyOptions,
  startHaproxy,
  startHaproxyWithFile,
  type HaproxyServer,
} from "../../support/haproxy";
import { startVelvetgate } from "../../support/velvetgate";
import { startStubInstance } from "./stub-instance";

const stopAfterTest = (server: HaproxyServer) => onTestFinished(() => server.stop());

/**
 * Adds the HSTS header, which is sent only over TLS. The headers then get the same Observatory score as those of a
 * response over TLS.
 */
const withTlsHeader = (headers: Headers | ReadonlyMap<string, string>) =>
  new Map([...headers, ["strict-transport-security", "max-age=63072000"]]);

/** Starts HAProxy in front of an instance that answers "site" to every request, and that lets caches store styles. */
async function startProxy(options?: HaproxyOptions) {
  const instance = await startStubInstance({
    onRequest: (req, res) => {
      if (req.url?.endsWith(".css")) res.setHeader("Cache-Control", "public, max-age=3600");
      if (req.url === "/missing.png") res.statusCode = 404;
      res.end("site");
    },
  });
  const port = await freePort();
  const proxy = await startHaproxy(port, [instance], options);
  stopAfterTest(proxy);
  return { port, proxy };
}

async function readMetric(proxy: HaproxyServer, name: string): Promise<number> {
  const line = (await proxy.metrics()).split("\n").find((text) => text.startsWith(`haproxy_${name} `));
  return Number(line?.split(" ")[1]);
}

/** Resolves to the number of connections that HAProxy has moved to the separate thread for heavy clients. */
const countHeavyConnections = (proxy: HaproxyServer) =>
  readMetric(proxy, 'backend_sessions_total{proxy="heavy-clients"}');

/** Starts HAProxy with an instance that does not exist, and returns HAProxy's port. */
async function startProxyWithoutInstance(): Promise<number> {
  const [port, instancePort, metricsPort] = await Promise.all([freePort(), freePort(), freePort()]);
  stopAfterTest(await startHaproxy(port, [{ port: instancePort, metricsPort }]));
  return port;
}

describe("responses that HAProxy generates", () => {
  it("have the site's security headers, and explain an outage in seven languages", async () => {
    const port = await startProxyWithoutInstance();
    const response = await fetch(`http://127.0.0.1:${port}/de`);
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("30");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(computeScore(withTlsHeader(response.headers), [])).toBe(130);
    const page = await response.text();
    for (const locale of localeCodes.filter((localeCode) => localeCode !== "en"))
      expect(page).toContain(`<p lang="${locale}">`);
    expect(page).toContain("Wir sind gleich wieder da.");
  });

  const head = "Host: club.example\r\nConnection: close";

  it.each([
    ["a probe path", `GET /readyz HTTP/1.1\r\n${head}`, 404],
    ["an encoded probe path", `GET /%72eadyz HTTP/1.1\r\n${head}`, 404],
    ["the metrics path", `GET /metrics HTTP/1.1\r\n${head}`, 404],
    ["a method that HAProxy rejects", `TRACE / HTTP/1.1\r\n${head}`, 405],
    ["a body of 2 MB", `POST / HTTP/1.1\r\n${head}\r\nContent-Length: 2000000`, 413],
  ])("have the site's security headers for %s", async (_description, request, status) => {
    const port = await startProxyWithoutInstance();
    const response = await sendRawBytes(port, `${request}\r\n\r\n`);
    expect(response?.status).toBe(status);
    expect(computeScore(withTlsHeader(response?.headers ?? new Map()), [])).toBe(130);
  });

  it("contain no part of a request that is not HTTP", async () => {
    const port = await startProxyWithoutInstance();
    const response = await sendRawBytes(port, `GET /<canary> HTTP-1.1\r\n${head}\r\n\r\n`);
    expect(response?.status).toBe(400);
    expect([...(response?.headers.values() ?? []), response?.body].join("\n")).not.toMatch(/canary|haproxy/i);
  });

  it("have security headers that do not replace those of the site's responses", async () => {
    const metricsPort = await freePort();
    const site = await startVelvetgate({ env: { METRICS_PORT: String(metricsPort) } });
    onTestFinished(async () => {
      await site.stop();
    });
    const port = await freePort();
    stopAfterTest(await startHaproxy(port, [{ port: Number(new URL(site.origin).port), metricsPort }]));
    for (const path of ["/de", "/icon.svg", "/healthz"]) {
      const [direct, proxiedResponse] = await Promise.all(
        [site.origin, `http://127.0.0.1:${port}`].map((origin) => fetch(origin + path)),
      );
      for (const name of ["Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options"])
        expect(proxiedResponse?.headers.get(name), `${path} ${name}`).toBe(direct?.headers.get(name));
      // HAProxy must not forward Keep-Alive, which concerns only the connection between HAProxy and the instance.
      expect(proxiedResponse?.headers.get("Keep-Alive"), path).toBeNull();
      const cookies = proxiedResponse?.headers.getSetCookie() ?? [];
      const secureCookies = cookies.map((line) => `${line}; Secure`);
      expect(computeScore(withTlsHeader(proxiedResponse?.headers ?? new Headers()), secureCookies)).toBe(
        computeMaxScore(secureCookies),
      );
    }
  });
});

describe("requests to an instance", () => {
  /** Starts HAProxy in front of an instance that answers with the request headers as JSON. */
  async function startEchoServer(): Promise<number> {
    const port = await freePort();
    const instance = await startStubInstance({
      onRequest: (req, res) => res.end(JSON.stringify(req.headers)),
    });
    stopAfterTest(await startHaproxy(port, [instance]));
    return port;
  }

  it("contain the client address that a trusted proxy reported, and no other forwarded header", async () => {
    const port = await startEchoServer();
    const response = await sendGet(port, "/", {
      "X-Forwarded-For": "192.0.2.1, 192.0.2.2",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      Forwarded: "for=192.0.2.3;host=evil.example",
    });
    expect(JSON.parse(response.body)).toMatchObject({
      "x-forwarded-for": "192.0.2.2",
      "x-forwarded-proto": "http",
    });
    expect(response.body).not.toContain("evil.example");
  });

  it.each([
    ['"x, 192.0.2.2', "192.0.2.2"],
    ["192.0.2.1,\t192.0.2.2:40000", "192.0.2.2"],
    ["192.0.2.1, 2001:db8::1", "2001:db8::1"],
    ["192.0.2.1, [2001:db8::1]:443", "2001:db8::1"],
    ["192.0.2.1, unknown", "127.0.0.1"],
  ])("contain the last address of X-Forwarded-For in any notation: %s", async (header, address) => {
    const response = await sendGet(await startEchoServer(), "/", { "X-Forwarded-For": header });
    expect(JSON.parse(response.body)).toMatchObject({ "x-forwarded-for": address });
  });

  it("reach the instance with up to 48 KB of headers, so that the instance can explain the error", async () => {
    const instance = await startStubInstance({ onRequest: (_req, res) => res.end() });
    const port = await freePort();
    stopAfterTest(await startHaproxy(port, [instance]));
    const headers = { Host: "club.example", Cookie: `a=${"x".repeat(48_000)}` };
    // The response comes from the instance: Node sends 431, HAProxy would send 400.
    expect((await sendRawBytes(port, createRawRequest("GET / HTTP/1.1", headers)))?.status).toBe(431);
  });

  it("reach an instance only after their body has arrived", async () => {
    let requests = 0;
    const instance = await startStubInstance({
      onRequest: (req, res) => {
        requests += 1;
        void text(req).then((body) => res.end(body));
      },
    });
    const port = await freePort();
    stopAfterTest(await startHaproxy(port, [instance]));
    const socket = openRawSocket(
      port,
      "POST / HTTP/1.1\r\nHost: club.example\r\nContent-Length: 2\r\nConnection: close\r\n\r\na",
    );
    const response = readResponse(socket);
    // Sends a second, complete request. The response to it shows that HAProxy has read the incomplete request, and
    // holds it back.
    await sendGet(port, "/", {});
    const requestsBefore = requests;
    socket.write("b");
    expect((await response)?.body).toBe("ab");
    // The first counted request is the one with which `startHaproxy` waits for HAProxy.
    expect([requestsBefore, requests]).toEqual([2, 3]);
  });
});

describe("limits for each client", () => {
  it.each([
    ["2,000 requests", 2000, "GET /de.css"],
    ["600 pages", 600, "GET /de"],
    ["the data of 600 pages", 600, "GET /de.data"],
    ["600 pages that are written like files", 600, "GET /a.%70ng"],
    ["600 files that are not in the cache", 600, "GET /a.png"],
    ["300 forms", 300, "POST /de"],
    ["100 event streams", 100, "GET /de/registration/events"],
  ])(
    "return 429 after %s in ten seconds, without affecting other clients",
    async (_description, count, request) => {
      const { port } = await startProxy();
      const [method = "", path = ""] = request.split(" ");
      // The test sets the client's IP address in X-Forwarded-For, as a CDN would.
      const readVisitorStatus = async (visitor: string) => {
        const headers = { "X-Forwarded-For": visitor };
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
        const page = await response.text();
        const isUnavailablePage = page.includes("Wir sind gleich wieder da.");
        return {
          status: response.status,
          retryAfter: response.headers.get("Retry-After"),
          isAway: isUnavailablePage,
        };
      };
      const exceedLimit = async () => {
        for (let sentCount = 0; sentCount < count; sentCount += 50)
          await Promise.all(Array.from({ length: 50 }, () => readVisitorStatus("192.0.2.1")));
        return readVisitorStatus("192.0.2.1");
      };
      // Repeats the requests until the limit is reached: on a slow machine, the first requests may be older than the
      // limit's ten seconds.
      await expect.poll(exceedLimit, { timeout: 120_000 }).toMatchObject({
        status: 429,
        retryAfter: "10",
        isAway: true,
      });
      expect(await readVisitorStatus("192.0.2.2")).toMatchObject({ status: 200, isAway: false });
    },
    90_000,
  );

  it("allow a thousand requests for cached files", async () => {
    const { port } = await startProxy();
    const statuses = new Set<number | undefined>();
    for (let count = 0; count < 1000; count += 1)
      statuses.add((await sendGet(port, "/de.css", { "Accept-Encoding": "br" })).status);
    expect([...statuses]).toEqual([200]);
  });

  it("do not count cross-site requests, which have a separate limit for files and otherwise get 403", async () => {
    const { port } = await startProxy();
    const request = async (method: string, path: string, headers: Record<string, string>) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { "X-Forwarded-For": "192.0.2.1", ...headers },
      });
      await response.text();
      return response.status;
    };
    const imageRequestHeaders = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image" };
    const repeatRequest = async (
      count: number,
      method: string,
      path: string,
      headers = imageRequestHeaders,
    ) => {
      const statuses = new Set<number>();
      for (let sentCount = 0; sentCount < count; sentCount += 50)
        for (const status of await Promise.all(
          Array.from({ length: 50 }, () => request(method, path, headers)),
        ))
          statuses.add(status);
      return [...statuses];
    };
    expect(await repeatRequest(650, "GET", "/de?p=1")).toEqual([403]);
    expect(
      await repeatRequest(350, "POST", "/de", { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "empty" }),
    ).toEqual([403]);
    await expect.poll(() => repeatRequest(2050, "GET", "/de.css"), { timeout: 120_000 }).toContain(429);
    const prefetchHeaders = {
      "Sec-Fetch-Site": "none",
      "Sec-Fetch-Dest": "document",
      "Sec-Purpose": "prefetch",
    };
    expect(await request("GET", "/de", prefetchHeaders)).toBe(403);
    const backgroundFetch = { "Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "empty" };
    expect(await repeatRequest(650, "GET", "/de", backgroundFetch)).toEqual([403]);
    // fetch() cannot send the header Upgrade, so `get` sends the requests with it.
    const upgradeHeaders = { "X-Forwarded-For": "192.0.2.1", Connection: "Upgrade", Upgrade: "WebSocket" };
    const handshakes = Array.from({ length: 650 }, () => sendGet(port, "/de", upgradeHeaders));
    expect(new Set((await Promise.all(handshakes)).map(({ status }) => status))).toEqual(new Set([400]));
    // The client can still follow a link from another site, and request pages, forms and files as a visitor of this
    // site.
    const linkHeaders = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" };
    expect(await request("GET", "/de", linkHeaders)).toBe(200);
    expect(await request("POST", "/de", { "Sec-Fetch-Site": "same-origin" })).toBe(200);
    expect(await request("GET", "/de.css", { "Sec-Fetch-Site": "same-origin" })).toBe(200);
  });

  /** Opens a connection from an address, and resolves to true if HAProxy answers on it. */
  const isRequestAnswered = (port: number, localAddress: string) =>
    new Promise<boolean>((resolve) => {
      const connection = connect({ host: "127.0.0.1", port, localAddress });
      connection.on("error", () => resolve(false)).on("close", () => resolve(false));
      connection.on("data", () => {
        resolve(true);
        connection.destroy();
      });
      connection.write(createRawRequest("GET /a.css HTTP/1.1", { Host: "club.example" }));
    });
  const openManyConnections = (port: number, localAddress = "127.0.0.2") =>
    Promise.all(Array.from({ length: 40 }, () => isRequestAnswered(port, localAddress)));

  /** Opens connections from 127.0.0.2. The limits do not apply to 127.0.0.1, the tests' trusted proxy. */
  const openConnections = (port: number, count: number) =>
    Array.from({ length: count }, () => {
      const connection = connect({ host: "127.0.0.1", port, localAddress: "127.0.0.2" });
      onTestFinished(() => void connection.destroy());
      connection.on("error", () => undefined).resume();
      // Each connection stays open for a minute after its response, which is enough time to open all connections.
      connection.write(
        createRawRequest("GET /a.css HTTP/1.1", { Host: "club.example", Connection: "keep-alive" }),
      );
      return connection;
    });

  it("allow a client at most 500 connections while HAProxy has many connections in total", async () => {
    const { port } = await startProxy({ busyConnectionThreshold: 100 });
    const connections = openConnections(port, 501);
    // Waits until any connection is closed: HAProxy's threads accept connections in any order, so each may be the
    // rejected one.
    await new Promise((resolve) => {
      for (const connection of connections) connection.on("close", resolve);
    });
    expect(connections.filter(({ closed }) => closed)).toHaveLength(1);
    expect((await sendGet(port, "/", {})).body).toBe("site");
  });

  it("allow 1,000 open connections, because a page of another site can make a browser open that many", async () => {
    const { port } = await startProxy();
    const connections = openConnections(port, 1000);
    await Promise.all(connections.map((connection) => once(connection, "data")));
    expect(connections.filter(({ closed }) => closed)).toHaveLength(0);
    expect(await isRequestAnswered(port, "127.0.0.2")).toBe(true);
  });

  it("count visits through links on other sites separately, and answer excess visits with a link to the page", async () => {
    const { port } = await startProxy();
    const openConnection = async (site: string) => {
      const headers = {
        "X-Forwarded-For": "192.0.2.1",
        "Sec-Fetch-Site": site,
        "Sec-Fetch-Dest": "document",
      };
      const response = await fetch(`http://127.0.0.1:${port}/de?p=1`, { headers });
      return {
        status: response.status,
        hasLink: (await response.text()).includes('<a href="">Seite öffnen</a>'),
      };
    };
    const openFiftyLinks = async () =>
      (await Promise.all(Array.from({ length: 50 }, () => openConnection("cross-site")))).at(-1);
    await expect.poll(openFiftyLinks, { timeout: 120_000 }).toEqual({ status: 429, hasLink: true });
    for (const site of ["same-origin", "none"])
      expect(await openConnection(site)).toEqual({ status: 200, hasLink: false });
  });

  it("allow thousands of new connections, which a page of another site may cause in a visitor's browser", async () => {
    const { port } = await startProxy();
    for (let count = 0; count < 1500; count += 40)
      expect(await openManyConnections(port)).not.toContain(false);
  });

  it("move clients with many connections to a separate thread of HAProxy, without refusing them", async () => {
    // The limit of heavy connections is reduced, because 51 new connections within ten seconds would make a client
    // heavy too.
    const { port, proxy } = await startProxy({ heavyConnectionThreshold: 5 });
    const isHeavyClient = async (client: string) => {
      const countBefore = await countHeavyConnections(proxy);
      expect(await isRequestAnswered(port, client)).toBe(true);
      return (await countHeavyConnections(proxy)) > countBefore;
    };
    const connections = openConnections(port, 6);
    await Promise.all(connections.map((connection) => once(connection, "data")));
    expect([await isHeavyClient("127.0.0.2"), await isHeavyClient("127.0.0.3")]).toEqual([true, false]);
    // Opens at most 1,640 connections: more than 2,000 requests would make the client heavy for another reason.
    let isHeavyAfterManyConnections = false;
    for (let round = 0; round < 40 && !isHeavyAfterManyConnections; round += 1) {
      await openManyConnections(port, "127.0.0.4");
      const countOpenConnections = () => readMetric(proxy, 'frontend_current_sessions{proxy="handshakes"}');
      await expect.poll(countOpenConnections, { timeout: 15_000 }).toBe(connections.length);
      isHeavyAfterManyConnections = await isHeavyClient("127.0.0.4");
    }
    expect(isHeavyAfterManyConnections).toBe(true);
  });

  it("close a connection that has sent 2,000 requests, and answer the client's next request with 429", async () => {
    const { port, proxy } = await startProxy();
    const client = "127.0.0.2";
    // Exceeds the limit. The test repeats this, because a slow machine may send too few requests within the limit's ten
    // seconds.
    const exceedLimit = async () => {
      const connection = connect({ host: "127.0.0.1", port, localAddress: client });
      const receivedPromise = text(connection).catch(() => "");
      const head = createRawRequest("GET /a.css HTTP/1.1", {
        Host: "club.example",
        Connection: "keep-alive",
      });
      connection.write(head.repeat(2200));
      const statuses = new Set((await receivedPromise).match(/(?<=^HTTP\/1.1 )\d+/gm));
      const countBefore = await countHeavyConnections(proxy);
      const { status } = await sendGet(port, "/a.css", {}, client);
      return { statuses: [...statuses], status, isHeavy: (await countHeavyConnections(proxy)) > countBefore };
    };
    await expect
      .poll(exceedLimit, { timeout: 80_000 })
      .toEqual({ statuses: ["200"], status: 429, isHeavy: true });
  });
});

it("HAProxy's health checks contain the port of the checked server", async () => {
  const serverStates: unknown[] = [];
  const instance = await startStubInstance({
    onRequest: (_req, res) => res.end("site"),
    onHealthCheck: (req, res) => {
      serverStates.push(req.headers["x-haproxy-server-state"]);
      res.end();
    },
  });
  stopAfterTest(await startHaproxy(await freePort(), [instance]));
  await expect.poll(() => serverStates).toContainEqual(expect.stringContaining(`; port=${instance.port};`));
});

describe("HAProxy in front of an instance", () => {
  /**
   * Starts HAProxy in front of an instance. `findBackend` sends a request and resolves to the HAProxy backend that
   * served it.
   */
  async function startLoggingProxy() {
    const { port, proxy } = await startProxy({ logLevel: "info" });
    let visitors = 0;
    const sendRequest = (path: string, headers: Record<string, string>) =>
      sendRawBytes(port, createRawRequest(`GET ${path} HTTP/1.1`, { Host: "club.example", ...headers }));
    const findBackend = async (path: string, headers: Record<string, string> = {}) => {
      // Each request has a different client IP address, by which the test finds its log line.
      const visitor = `192.0.2.${(visitors += 1)}`;
      await sendRequest(path, { "X-Forwarded-For": visitor, ...headers });
      const line = new RegExp(`${headers["X-Forwarded-For"] ?? visitor} GET 200 ([a-z-]+)/`, "g");
      await expect.poll(() => proxy.log()).toMatch(line);
      return [...proxy.log().matchAll(line)].at(-1)?.[1];
    };
    return { findBackend, sendRequest };
  }

  it("sends no request to the pages backend if an instance could read its path as a file or event stream", async () => {
    const { findBackend } = await startLoggingProxy();
    const backendByPath: Record<string, string | undefined> = {};
    for (const path of [
      "/share/d%65.jpg",
      "/share/de%2Ejpg",
      "/share/de.jpg/",
      "//share/de.jpg",
      "/registration/events?_data=routes/one",
      "/registration/events?x_data",
      "/assets/entry.client-a.js",
    ])
      backendByPath[path] = await findBackend(path);
    expect(Object.values(backendByPath)).not.toContain("pages");
    expect(backendByPath["/registration/events?x_data"]).toBe("streams");
    for (const path of ["/de", "/login.data", "/de/registration/formstarted"])
      expect(await findBackend(path)).toBe("pages");
  });

  it("sends uncompressed scripts through a separate backend, because they can exceed HAProxy's buffer", async () => {
    const { findBackend } = await startLoggingProxy();
    const script = "/assets/entry.client-a.js";
    expect(await findBackend(script, { "Accept-Encoding": "gzip, deflate, br, zstd" })).toBe("files");
    expect(await findBackend(script, { "Accept-Encoding": "gzip" })).toBe("files");
    expect(await findBackend(script)).toBe("uncompressed-files");
  });

  it("uses the backend for scripts without compression even for a client with many errors", async () => {
    const { findBackend, sendRequest } = await startLoggingProxy();
    const client = { "X-Forwarded-For": "198.51.100.7" };
    for (let count = 0; count < 60; count += 1) await sendRequest("/missing.png", client);
    const script = "/assets/entry.client-a.js";
    expect(await findBackend(script, { ...client, "Accept-Encoding": "br" })).toBe("downloads");
    expect(await findBackend(script, client)).toBe("uncompressed-files");
  });

  it("answers 404 if only decoding or normalization turns a path into the path of event streams", async () => {
    const { port } = await startProxy();
    for (const path of [
      "/registration/events/",
      "/de/registration/event%73",
      "/registration//events",
      "/a/registration/events%2f",
    ]) {
      const response = await sendRawBytes(
        port,
        createRawRequest(`GET ${path} HTTP/1.1`, { Host: "club.example" }),
      );
      expect(response?.status, path).toBe(404);
    }
  });

  it("answers 400 to a GET request with a body", async () => {
    const { port } = await startProxy();
    for (const header of [{ "Content-Length": "70000" }, { "Transfer-Encoding": "chunked" }]) {
      const head = createRawRequest("GET /de HTTP/1.1", { Host: "club.example", ...header });
      expect((await sendRawBytes(port, head))?.status).toBe(400);
    }
  });

  it("answers 400 itself if an instance could read a different body length", async () => {
    const { port } = await startProxy();
    for (const method of ["GET", "POST"]) {
      const header = { Host: "club.example", "Content-Length": String(2n ** 64n) };
      const response = await sendRawBytes(port, createRawRequest(`${method} /de HTTP/1.1`, header));
      expect(response).toMatchObject({ status: 400, body: "Bad request" });
    }
  });
});

describe("requests that wait for an instance", () => {
  /**
   * Starts HAProxy in front of an instance. The instance holds requests until the test answers them, in the order of
   * arrival.
   */
  async function startProxyWithHeldRequests() {
    const heldRequests: { visitor: string; response: () => void }[] = [];
    const instance = await startStubInstance({
      onRequest: (req, res) => {
        req.resume();
        if (req.url === "/healthz") res.end();
        else
          heldRequests.push({ visitor: String(req.headers["x-forwarded-for"]), response: () => res.end() });
      },
    });
    const port = await freePort();
    stopAfterTest(await startHaproxy(port, [instance]));
    const agent = new Agent();
    onTestFinished(() => {
      agent.destroy();
    });
    const send = (method: string, path: string, visitor: string, site = "same-origin") => {
      const headers = { "X-Forwarded-For": visitor, "Sec-Fetch-Site": site, "Sec-Fetch-Dest": "document" };
      const options = { host: "127.0.0.1", port, path, method, agent, headers };
      request(options, (response) => response.resume())
        .on("error", () => undefined)
        .end();
    };
    return { heldRequests, send };
  }

  it.each([
    ["GET", "/de", 100, "same-origin"],
    ["GET", "/de", 100, "cross-site"],
    ["GET", "/no-such-file.png", 400, "same-origin"],
    ["POST", "/de", 150, "same-origin"],
    ["POST", "/de", 150, "cross-site"],
  ])(
    "wait in a queue that serves clients with few requests first (%s %s, %i forwarded, Sec-Fetch-Site: %s)",
    async (method, path, maxRequests, site) => {
      const { heldRequests, send } = await startProxyWithHeldRequests();
      for (let count = 0; count < maxRequests + 20; count += 1)
        send(method, path, `192.0.2.${count % 2}`, site);
      await expect.poll(() => heldRequests.length, { timeout: 10_000 }).toBe(maxRequests);
      for (const count of [1, 2])
        for (let sentCount = 0; sentCount < count; sentCount += 1) send(method, path, `198.51.100.${count}`);
      const respondAndReadNextVisitor = async () => {
        const countBefore = heldRequests.length;
        heldRequests[countBefore - maxRequests]?.response();
        await expect.poll(() => heldRequests.length, { timeout: 10_000 }).toBe(countBefore + 1);
        return heldRequests[countBefore]?.visitor;
      };
      const visitors: (string | undefined)[] = [];
      for (let count = 0; count < 23; count += 1) visitors.push(await respondAndReadNextVisitor());
      // The three requests of the other two clients must be among the first 13. HAProxy may have forwarded ten requests
      // of the burst before it queued these three.
      expect(visitors.slice(13).filter((visitor) => !visitor?.startsWith("192.0.2."))).toEqual([]);
    },
  );
});

it.each([
  ["with a length", { "Content-Length": "99000" }, ""],
  ["without a length", { "Transfer-Encoding": "chunked" }, "182b8\r\n"],
])(
  "HAProxy accepts forms while it receives 160 bodies larger than its buffer (%s)",
  async (_, length, start) => {
    let unfinishedRequestCount = 0;
    const instance = await startStubInstance({
      onRequest: (req, res) => {
        if (req.url !== "/large") res.end();
        else unfinishedRequestCount += 1;
      },
    });
    const port = await freePort();
    stopAfterTest(await startHaproxy(port, [instance]));
    const head = createRawRequest("POST /large HTTP/1.1", { Host: "club.example", ...length });
    const sockets: Socket[] = [];
    // Sends a form again that HAProxy has refused because no place became free, or because this process was too slow.
    const sendForm = () => {
      sockets.push(openRawSocket(port, head + start + "x".repeat(98_800)).once("close", sendForm));
    };
    for (let form = 0; form < 160; form += 1) sendForm();
    onTestFinished(() => {
      for (const socket of sockets) socket.off("close", sendForm).destroy();
    });
    // HAProxy sends at most 150 forms to an instance at the same time.
    await expect.poll(() => unfinishedRequestCount).toBeGreaterThanOrEqual(150);
    expect((await fetch(`http://127.0.0.1:${port}/login`, { method: "POST", body: "a=b" })).status).toBe(200);
  },
);

it("HAProxy still accepts forms when idle visitors use up their share of the connections", async () => {
  const { port } = await startProxy({ connectionsPerThousand: 1 });
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  onTestFinished(() => {
    agent.destroy();
  });
  const send = (method: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const clientRequest = request({ host: "127.0.0.1", port, path: "/de", method, agent }, (response) => {
        response.resume().on("end", () => {
          resolve(response.statusCode);
        });
      });
      clientRequest.on("error", reject).end();
    });
  const sendTwentyRequests = (method: string) => Promise.all(Array.from({ length: 20 }, () => send(method)));
  // Sends the forms while the connections of the earlier GET requests are still open.
  await sendTwentyRequests("GET");
  expect(new Set(await sendTwentyRequests("POST"))).toEqual(new Set([200]));
});

describe("HAProxy with TLS", () => {
  const respondByPath: RequestListener = (req, res) =>
    res
      .writeHead(req.url === "/failing" ? 500 : 200)
      .end(req.url?.endsWith(".jpg") ? Buffer.alloc(99_000) : "x".repeat(req.url === "/large" ? 80_000 : 4));

  /**
   * Starts HAProxy with the shipped TLS settings and a self-signed certificate.
   *
   * @param limits Replacements of limits in `30-addresses.cfg`.
   */
  async function startTlsProxy(limits: Record<string, string> = {}, onRequest = respondByPath) {
    const folder = mkdtempSync(join(tmpdir(), "velvetgate-tls-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const certificateFile = join(folder, "club.pem");
    const options =
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=club.example";
    execFileSync(
      "openssl",
      [...options.split(" "), "-keyout", certificateFile, "-out", `${certificateFile}.crt`],
      {
        stdio: "ignore",
      },
    );
    execFileSync("sh", ["-c", `cat ${certificateFile}.crt >> ${certificateFile}`]);
    const [port, tlsPort] = await Promise.all([freePort(), freePort()]);
    const instance = await startStubInstance({ onRequest });
    const proxy = await startHaproxy(port, [instance], {
      addressReplacements: {
        "bind :443": `bind 127.0.0.1:${tlsPort}`,
        "  bind :::443 v6only defer-accept thread 2-64\n": "",
        "/etc/haproxy/certs/club.example.pem": certificateFile,
        "  bind :80 thread 2-64\n  bind :::80 v6only thread 2-64\n": `  bind 127.0.0.1:${port}\n`,
        ...limits,
      },
    });
    stopAfterTest(proxy);
    return { port: tlsPort, httpPort: port, proxy };
  }

  it("offers HTTP/2, and sends HSTS with responses that it generates", async () => {
    const { port } = await startTlsProxy();
    const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
    onTestFinished(() => session.destroy());
    const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
      session.on("error", reject).request({ ":path": "/readyz" }).on("response", resolve);
    });
    expect([headers[":status"], headers["strict-transport-security"]]).toEqual([404, "max-age=63072000"]);
  });

  /**
   * Opens an HTTP/2 connection to a port. The connection is closed at the end of the test.
   *
   * @param localAddress The client's address. The limits of connections do not apply to 127.0.0.1, the trusted proxy.
   */
  function openHttp2Session(
    port: number,
    settings: object = {},
    localAddress = "127.0.0.1",
  ): ClientHttp2Session {
    return openHttp2SessionOver(connect({ host: "127.0.0.1", port, localAddress }), settings);
  }

  /** Opens an HTTP/2 connection over a socket. The connection is closed at the end of the test. */
  function openHttp2SessionOver(socket: Socket, settings: object = {}): ClientHttp2Session {
    const session = connectHttp2("https://127.0.0.1", {
      createConnection: () => connectTls({ socket, ALPNProtocols: ["h2"], rejectUnauthorized: false }),
      settings,
    });
    onTestFinished(() => session.destroy());
    return session.on("error", () => undefined);
  }

  /** Resolves to the status of a request without reading its body; undefined if HAProxy closes the connection. */
  function requestStatus(session: ClientHttp2Session, path: string, headers: object = {}): Promise<unknown> {
    return new Promise((resolve) => {
      session
        .request({ ":path": path, ...headers }, { endStream: true })
        .on("error", () => undefined)
        .on("response", (head) => resolve(head[":status"]))
        .on("close", () => resolve(undefined));
    });
  }

  /**
   * Sends 300 requests over 15 connections with a flow control window of 0, so HAProxy can send headers but no bodies.
   * Resolves to the statuses of the responses.
   */
  async function requestWithoutReading(port: number, path: string): Promise<Set<unknown>> {
    const sessions = Array.from({ length: 15 }, () => openHttp2Session(port, { initialWindowSize: 0 }));
    const requests = sessions.flatMap((session) =>
      Array.from({ length: 20 }, () => requestStatus(session, path)),
    );
    return new Set(await Promise.all(requests));
  }

  it("accepts the PROXY protocol of a load balancer with the option accept-proxy, which deploy.md describes", async () => {
    const { port } = await startTlsProxy({
      " defer-accept thread 2-64":
        " defer-accept thread 2-64 accept-proxy\n  tcp-request connection reject unless { src 127.0.0.2 }",
    });
    const visitFrom = (localAddress: string) => {
      const socket = connect({ host: "127.0.0.1", port, localAddress });
      socket.on("error", () => undefined).write("PROXY TCP4 192.0.2.7 127.0.0.1 50000 443\r\n");
      return requestStatus(openHttp2SessionOver(socket), "/en");
    };
    expect(await visitFrom("127.0.0.2")).toBe(200);
    expect(await visitFrom("127.0.0.3")).toBeUndefined();
  });

  it("limits each visitor behind a load balancer with the PROXY protocol, not the load balancer itself", async () => {
    const { port } = await startTlsProxy({
      " defer-accept thread 2-64": " defer-accept thread 2-64 accept-proxy",
      "sub(sess.handshakes) gt 500": "sub(sess.handshakes) gt 5",
    });
    const visitSlowly = async (address: string) => {
      const socket = connect({ host: "127.0.0.1", port, localAddress: "127.0.0.2" });
      onTestFinished(() => void socket.on("error", () => undefined).destroy());
      socket.write(`PROXY TCP4 ${address} 127.0.0.1 50000 443\r\n`);
      // Waits before the TLS handshake. The handshake of a distant visitor also begins later than the load balancer's
      // connection.
      await delay(100);
      return requestStatus(openHttp2SessionOver(socket), "/en");
    };
    const statuses = new Set<unknown>();
    for (let count = 1; count <= 10; count += 1) statuses.add(await visitSlowly(`192.0.2.${count}`));
    expect(statuses).toEqual(new Set([200]));
  });

  it("limits the unfinished TLS handshakes of a client, but not its finished connections", async () => {
    const { port } = await startTlsProxy({ "sub(sess.finished) gt 500": "sub(sess.finished) gt 5" });
    const client = { host: "127.0.0.1", port, localAddress: "127.0.0.2" };
    for (let count = 0; count < 10; count += 1)
      expect(await requestStatus(openHttp2Session(port, {}, "127.0.0.2"), "/de")).toBe(200);
    // The start of a ClientHello (RFC 8446, section 4.1.2), which declares more bytes than follow.
    const clientHelloStart = Buffer.from("16030102000100fffc0303", "hex");
    const connections = Array.from({ length: 8 }, () => {
      const connection = connect(client, () => void connection.write(clientHelloStart));
      onTestFinished(() => void connection.destroy());
      return connection.on("error", () => undefined).resume();
    });
    await expect.poll(() => connections.filter(({ closed }) => closed).length, { timeout: 10_000 }).toBe(3);
    expect(await requestStatus(openHttp2Session(port, {}, "127.0.0.3"), "/de")).toBe(200);
  });

  it("accepts a TLS connection from a client that has many connections without a TLS handshake", async () => {
    const { port } = await startTlsProxy({
      "sc1_conn_cur gt 4000": "sc1_conn_cur gt 5",
      "sub(sess.handshakes) gt 500": "sub(sess.handshakes) gt 5",
      "inspect-delay 5s": "inspect-delay 60s",
    });
    // The limits do not apply to 127.0.0.1, the tests' trusted proxy.
    const client = { host: "127.0.0.1", port, localAddress: "127.0.0.2" };
    const openConnections = (data: Buffer) =>
      Array.from({ length: 20 }, () => {
        const connection = connect(client, () => void connection.write(data));
        onTestFinished(() => void connection.destroy());
        return connection.on("error", () => undefined).resume();
      });
    const waitForClosedConnections = (connections: ReturnType<typeof openConnections>, count: number) =>
      expect
        .poll(() => connections.filter(({ closed }) => closed).length, { timeout: 10_000 })
        .toBeGreaterThanOrEqual(count);

    // Sends the beginning of TURN's Allocate request (RFC 8656, section 7.1). A TLS server reads these bytes as the
    // header of a record, and waits for 2 KB.
    await waitForClosedConnections(openConnections(Buffer.from("000300082112a442", "hex")), 20);
    const silentConnections = openConnections(Buffer.alloc(0));
    await waitForClosedConnections(silentConnections, 14);
    const isAccepted = new Promise((resolve) => {
      const connection = connectTls({ socket: connect(client), rejectUnauthorized: false }, () =>
        resolve(true),
      );
      connection.on("close", () => resolve(false));
      onTestFinished(() => void connection.destroy());
    });
    expect(await isAccepted).toBe(true);
  });

  it("closes a connection after hundreds of refusals, and serves the client's next one by HTTP/1.1 in another thread", async () => {
    const { port, proxy } = await startTlsProxy();
    const session = openHttp2Session(port, {}, "127.0.0.2");
    const sendRefusedRequests = () =>
      Promise.all(Array.from({ length: 20 }, () => requestStatus(session, "/de", { ":method": "OPTIONS" })));
    expect(new Set(await sendRefusedRequests())).toEqual(new Set([405]));
    while (!session.closed && !session.destroyed) await sendRefusedRequests();
    expect(await countHeavyConnections(proxy)).toBe(0);
    const socket = connectTls({
      socket: connect({ host: "127.0.0.1", port, localAddress: "127.0.0.2" }),
      ALPNProtocols: ["h2", "http/1.1"],
      rejectUnauthorized: false,
    });
    socket.end("GET /de HTTP/1.1\r\nHost: club.example\r\nConnection: close\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
    // Over HTTP/2, a heavy client could leave 3 MB of responses unread in each connection.
    expect(socket.alpnProtocol).toBe("http/1.1");
    expect(await countHeavyConnections(proxy)).toBe(1);
  });

  it("closes a connection that has more than 100 unread error responses, but serves the client’s other connections", async () => {
    const { port } = await startTlsProxy();
    const session = openHttp2Session(port, { initialWindowSize: 0 }, "127.0.0.2");
    const sendRefusedRequest = () => requestStatus(session, "/de", { "sec-fetch-site": "cross-site" });
    const statuses = await Promise.all(Array.from({ length: 100 }, sendRefusedRequest));
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(await sendRefusedRequest()).toBeUndefined();
    expect(await requestStatus(openHttp2Session(port, {}, "127.0.0.2"), "/de")).toBe(200);
  });

  it("refuses a network as soon as the operator adds the network to refused.lst, also on open connections", async () => {
    const { port, proxy } = await startTlsProxy();
    const session = openHttp2Session(port, {}, "127.0.0.2");
    expect(await requestStatus(session, "/de")).toBe(200);
    expect(await proxy.runCommand("add acl refused.lst 127.0.0.2/32")).toBe("\n");
    expect(await requestStatus(session, "/de")).toBeUndefined();
    expect(await requestStatus(openHttp2Session(port, {}, "127.0.0.2"), "/de")).toBeUndefined();
    expect(await requestStatus(openHttp2Session(port, {}, "127.0.0.3"), "/de")).toBe(200);
  });

  it("stores one copy of a file for all users and hosts in the URLs of HTTP/2 requests", async () => {
    let requestCount = 0;
    const { port } = await startTlsProxy({}, (_req, res) => {
      requestCount += 1;
      res.setHeader("Cache-Control", "public, max-age=3600").end("file");
    });
    const session = openHttp2Session(port);
    for (const authority of ["club.example", "one@club.example", "two@other.example"])
      expect(await requestStatus(session, "/assets/a.css", { ":authority": authority })).toBe(200);
    expect(requestCount).toBe(1);
  });

  it("ends a refused network's open connections by a runtime command, and other clients can still connect", async () => {
    const { port, proxy } = await startTlsProxy();
    const flood = openHttp2Session(port, {}, "127.0.0.2");
    expect(await requestStatus(flood, "/de")).toBe(200);
    await proxy.runCommand("add acl refused.lst 127.0.0.2/32");
    await proxy.runCommand("shutdown sessions server to-site/site");
    await expect.poll(() => flood.closed || flood.destroyed).toBe(true);
    expect(await requestStatus(openHttp2Session(port, {}, "127.0.0.2"), "/de")).toBeUndefined();
    expect(await requestStatus(openHttp2Session(port, {}, "127.0.0.3"), "/de")).toBe(200);
  });

  it("does not use HTTP/2 on port 80, where a client could leave many responses unread", async () => {
    const { httpPort } = await startTlsProxy();
    const socket = connect({ host: "127.0.0.1", port: httpPort });
    onTestFinished(() => void socket.destroy());
    socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 [345]/);
  });

  it("does not count requests to port 80 against the limits on pages", async () => {
    const { port, httpPort } = await startTlsProxy();
    const client = { host: "127.0.0.1", port: httpPort, localAddress: "127.0.0.2" };
    const sendHttpRequest = () =>
      new Promise<unknown>((resolve) => {
        request({ ...client, path: "/de" }, (response) => {
          response.resume().on("end", () => resolve(response.statusCode));
        })
          .on("error", resolve)
          .end();
      });
    for (let count = 0; count < 650; count += 25)
      expect(new Set(await Promise.all(Array.from({ length: 25 }, sendHttpRequest)))).toEqual(new Set([301]));
    expect(await requestStatus(openHttp2Session(port, {}, "127.0.0.2"), "/de")).toBe(200);
  });

  it("closes a connection that repeats large headers, without affecting the client's other connections", async () => {
    const { port } = await startTlsProxy();
    const session = openHttp2Session(port, {}, "127.0.0.2");
    const cookie = "a".repeat(20_000);
    // The instance sends this 431, since Node allows 16 KB of headers by default.
    expect(await requestStatus(session, "/de", { cookie })).toBe(431);
    while (!session.closed && !session.destroyed) await requestStatus(session, "/de", { cookie });
    expect(await requestStatus(openHttp2Session(port, {}, "127.0.0.2"), "/de")).toBe(200);
  });

  it("closes a connection that repeats long URLs, which instances parse several times", async () => {
    const { port } = await startTlsProxy();
    const session = openHttp2Session(port, {}, "127.0.0.2");
    expect(await requestStatus(session, `/de?${"x".repeat(8000)}`)).toBe(200);
    const longPath = `/de?${"&".repeat(9000)}`;
    expect(await requestStatus(session, longPath)).toBe(200);
    while (!session.closed && !session.destroyed) await requestStatus(session, longPath);
    expect(await requestStatus(openHttp2Session(port, {}, "127.0.0.2"), "/de")).toBe(200);
  });

  it("does not log malformed requests, which a client can send by the thousands", async () => {
    const { port, proxy } = await startTlsProxy();
    const connection = connectTls({
      host: "127.0.0.1",
      port,
      ALPNProtocols: ["h2"],
      rejectUnauthorized: false,
    });
    onTestFinished(() => void connection.destroy());
    const settings = Buffer.from("000000040000000000", "hex");
    // HEADERS of stream 1 with ":method: GET" and nothing else.
    const malformedRequest = Buffer.from("00000101050000000182", "hex");
    connection.write(
      Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), settings, malformedRequest]),
    );
    const resetStream = Buffer.from("0000040300000000", "hex");
    let receivedData = Buffer.alloc(0);
    while (!receivedData.includes(resetStream)) {
      const [bytes] = (await once(connection, "data")) as [Buffer];
      receivedData = Buffer.concat([receivedData, bytes]);
    }
    // Sends a failing request. Its log line shows that HAProxy has already handled the malformed request.
    await requestStatus(openHttp2Session(port), "/failing");
    await expect.poll(() => proxy.log()).toContain(" GET 500 ");
    expect(proxy.log()).not.toContain("BADREQ");
  });

  it.each([
    ["pages that do not exist", { ":path": "/registration/Events" }],
    [
      "links of other sites",
      { ":path": "/en", "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" },
    ],
    ["forms", { ":path": "/en", ":method": "POST" }],
    ["files", { ":path": "/share/de.jpg" }],
  ])(
    "closes the connections of a client that leaves more than 400 responses unread: %s",
    async (_, headers) => {
      const { port } = await startTlsProxy({}, (_req, res) => res.end("x".repeat(20_000)));
      const sessions = Array.from({ length: 6 }, () =>
        openHttp2Session(port, { initialWindowSize: 0 }, "127.0.0.2"),
      );
      const requests = sessions.flatMap((session) =>
        Array.from({ length: 90 }, () => requestStatus(session, headers[":path"], headers)),
      );
      await Promise.all(requests);
      await expect.poll(() => sessions.some((session) => session.closed || session.destroyed)).toBe(true);
      expect(await requestStatus(openHttp2Session(port, {}, "127.0.0.3"), "/de")).toBe(200);
    },
  );

  it("limits a client that leaves 300 responses unread, without affecting other clients", async () => {
    const { port } = await startTlsProxy();
    expect(await requestWithoutReading(port, "/share/de.jpg")).toEqual(new Set([200]));
    expect(await requestStatus(openHttp2Session(port), "/de")).toBe(429);
    expect(await requestStatus(openHttp2Session(port), "/de", { "x-forwarded-for": "192.0.2.9" })).toBe(200);
  });

  it("buffers pages of 80 KB that a client does not read, so that the instance is not blocked", async () => {
    const { port } = await startTlsProxy();
    expect(await requestWithoutReading(port, "/large")).toEqual(new Set([200]));
    expect(await requestStatus(openHttp2Session(port), "/de", { "x-forwarded-for": "192.0.2.9" })).toBe(200);
  });

  it("rejects a GET request with a body that arrives after the headers", async () => {
    const { port } = await startTlsProxy();
    const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
    onTestFinished(() => session.destroy());
    const http2Stream = session
      .on("error", () => undefined)
      .request({ ":path": "/de" }, { endStream: false });
    const status = new Promise((resolve) => {
      http2Stream
        .on("error", () => undefined)
        .on("response", (head) => {
          resolve(head[":status"]);
        });
    });
    // Sends the body only after the response to the ping, which shows that HAProxy has received the request headers.
    await new Promise((resolve) => session.ping(resolve));
    http2Stream.end(Buffer.alloc(70_000));
    expect(await status).toBe(400);
  });

  it("closes the event stream at the instance as soon as the client disconnects", async () => {
    let isClosed = false;
    const { port } = await startTlsProxy({}, (_req, res) => {
      res.on("close", () => (isClosed = true)).write(": open\n\n");
    });
    const socket = connectTls({ host: "127.0.0.1", port, rejectUnauthorized: false });
    socket.write("GET /registration/events HTTP/1.1\r\nHost: club.example\r\n\r\n");
    await once(socket, "data");
    expect(isClosed).toBe(false);
    socket.destroy();
    await expect.poll(() => isClosed, { timeout: 10_000 }).toBe(true);
  });

  it("still answers a client that has closed only its own side of the connection", async () => {
    const { port } = await startTlsProxy({}, (_req, res) => {
      res.write("start");
      setTimeout(() => res.end("end"), 500);
    });
    const socket = connectTls({ host: "127.0.0.1", port, rejectUnauthorized: false });
    socket.end("GET / HTTP/1.1\r\nHost: club.example\r\nConnection: close\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*end/);
  });

  it("rejects TLS versions before 1.2", async () => {
    const { port } = await startTlsProxy();
    const connectWithTlsVersion = (tlsVersion: "TLSv1.1" | "TLSv1.2") =>
      new Promise<string>((resolve) => {
        const options = {
          rejectUnauthorized: false,
          minVersion: tlsVersion,
          maxVersion: tlsVersion,
        } as const;
        // The client supports the old versions of TLS only at OpenSSL's security level 0.
        const socket = connectTls(
          { host: "127.0.0.1", port, ciphers: "DEFAULT@SECLEVEL=0", ...options },
          () => {
            resolve("accepted");
            socket.destroy();
          },
        ).on("error", () => resolve("refused"));
      });
    expect([await connectWithTlsVersion("TLSv1.1"), await connectWithTlsVersion("TLSv1.2")]).toEqual([
      "refused",
      "accepted",
    ]);
  });
});

it("HAProxy sends files and event streams to the pages backend if an older instances file has no other backend", async () => {
  const { port } = await startProxy({ omittedBackends: ["downloads", "streams"] });
  for (const path of ["/robots.txt", "/registration/events"])
    expect((await sendGet(port, path, {})).body).toBe("site");
});

it("HAProxy retries a 404 on other instances for build files, except for a client with many missing files", async () => {
  let requests = 0;
  const instance = await startStubInstance({
    onRequest: (_req, res) => {
      requests += 1;
      res.writeHead(404).end();
    },
  });
  const port = await freePort();
  stopAfterTest(await startHaproxy(port, [instance]));
  const countInstanceRequests = async (path: string) => {
    const requestsBefore = requests;
    expect((await sendGet(port, path, {})).status).toBe(404);
    return requests - requestsBefore;
  };
  expect(await countInstanceRequests("/de/s/assets")).toBe(1);
  expect(await countInstanceRequests("/assets/page-12345678.js")).toBe(3);
  // After many missing files, HAProxy no longer retries this client's requests at other instances. A client that
  // guesses file names must not multiply the requests to the instances.
  for (let count = 0; count < 60; count += 1) await countInstanceRequests("/assets/page-12345678.js");
  expect(await countInstanceRequests("/assets/page-12345678.js")).toBe(1);
  expect(await countInstanceRequests("/missing.png")).toBe(1);
});

describe("HAProxy's cache", () => {
  /**
   * Starts HAProxy in front of an instance with two files. Returns a function that requests a file and resolves to the
   * file's encoding and to the server of the file: HAProxy's cache or the instance.
   */
  async function startProxyWithFiles() {
    let instanceRequestCount = 0;
    const instance = await startStubInstance({
      onRequest: (req, res) => {
        instanceRequestCount += 1;
        res.setHeader("Cache-Control", req.url === "/fresh.txt" ? "no-cache" : "public, max-age=3600");
        const encoding = ["br", "gzip"].find((name) => String(req.headers["accept-encoding"]).includes(name));
        if (req.url === "/assets/a.js") res.setHeader("Vary", "Accept-Encoding");
        if (req.url === "/assets/a.js" && encoding) res.setHeader("Content-Encoding", encoding);
        res.end("file");
      },
    });
    const port = await freePort();
    stopAfterTest(await startHaproxy(port, [instance]));
    return async (path: string, headers: Record<string, string> = { "Accept-Encoding": "gzip, br" }) => {
      const requestsBefore = instanceRequestCount;
      const response = await sendGet(port, path, headers);
      return [
        response.headers["content-encoding"] ?? "none",
        instanceRequestCount > requestsBefore ? "instance" : "cache",
      ];
    };
  }

  it("serves files without a request to an instance, even with a long Range header", async () => {
    const request = await startProxyWithFiles();
    for (const path of ["/assets/a.js", "/share/de.jpg", "/robots.txt"]) await request(path);
    expect(await request("/assets/a.js")).toEqual(["br", "cache"]);
    expect(await request("/share/de.jpg")).toEqual(["none", "cache"]);
    expect(await request("/share/de.jpg", { "Accept-Encoding": "br", Range: "bytes=0-1,0-1" })).toEqual([
      "none",
      "cache",
    ]);
    expect(await request("/robots.txt")).toEqual(["none", "cache"]);
    expect(await request("/share/de.jpg?query")).toEqual(["none", "cache"]);
  });

  it("serves files even to clients that request uncached responses", async () => {
    const request = await startProxyWithFiles();
    await request("/share/de.jpg");
    for (const header of [
      { "Cache-Control": "no-cache" },
      { Pragma: "no-cache" },
      { Authorization: "Basic YTpi" },
    ])
      expect(await request("/share/de.jpg", { "Accept-Encoding": "br", ...header })).toEqual([
        "none",
        "cache",
      ]);
  });

  it("stores neither pages nor files with Cache-Control: no-cache", async () => {
    const request = await startProxyWithFiles();
    for (const path of ["/fresh.txt", "/de", "/de?page=a.png"]) {
      await request(path);
      expect(await request(path)).toEqual(["none", "instance"]);
    }
  });

  it("serves each client a content encoding that the client accepts", async () => {
    const request = await startProxyWithFiles();
    const responses = [
      ["gzip, deflate, br, zstd", "br", "instance"],
      ["deflate, gzip;q=1.0", "gzip", "instance"],
      [undefined, "none", "instance"],
      ["gzip, deflate, br, zstd", "br", "cache"],
      ["deflate, gzip;q=1.0", "gzip", "cache"],
      [undefined, "none", "cache"],
      ["deflate", "none", "cache"],
      ["br;q=0, gzip;q=0.0", "none", "cache"],
      ["br;q=0, gzip;q=0.5", "gzip", "cache"],
    ] as const;
    for (const [accepted, ...response] of responses)
      expect(await request("/assets/a.js", accepted ? { "Accept-Encoding": accepted } : {})).toEqual(
        response,
      );
  });

  it("stores one copy of a file for all Host headers", async () => {
    const request = await startProxyWithFiles();
    await request("/share/de.jpg", { Host: "club.example" });
    expect(await request("/share/de.jpg", { Host: "other.example" })).toEqual(["none", "cache"]);
  });
});

it("HAProxy's rules do not split headers at commas, because an HTTP/2 request can contain thousands of commas", () => {
  expect(readFileSync("deploy/haproxy/20-rules.cfg", "utf8")).not.toMatch(/\breq\.hdr\(/);
});

it("HAProxy's metrics count queued requests, and requests that HAProxy refuses without an instance", async () => {
  const heldResponses: ServerResponse[] = [];
  const instance = await startStubInstance({
    onRequest: (req, res) => {
      if (req.url === "/held") heldResponses.push(res);
      else res.writeHead(req.url === "/failing" ? 503 : 200).end();
    },
  });
  const port = await freePort();
  const proxy = await startHaproxy(port, [instance]);
  stopAfterTest(proxy);
  const countRefusedRequests = async () =>
    (await readMetric(proxy, 'backend_http_responses_total{proxy="pages",code="5xx"}')) -
    (await readMetric(proxy, 'server_http_responses_total{proxy="pages",server="instance-1",code="5xx"}'));
  expect((await sendGet(port, "/failing", {})).status).toBe(503);
  expect(await countRefusedRequests()).toBe(0);
  for (let count = 0; count < 100; count += 1) void sendGet(port, "/held", {}).catch(() => undefined);
  await expect.poll(() => heldResponses.length, { timeout: 10_000 }).toBe(100);
  const rejectedResponse = sendGet(port, "/held", {});
  await expect.poll(() => readMetric(proxy, 'backend_current_queue{proxy="pages"}')).toBe(1);
  expect((await rejectedResponse).status).toBe(503);
  expect(await countRefusedRequests()).toBe(1);
  for (const response of heldResponses) response.end();
});

it("instances.sh prints the contents of the shipped 40-instances.cfg", () => {
  const ports = ["127.0.0.1:3000:13000", "127.0.0.1:3001:13001"];
  const printedText = execFileSync("sh", ["deploy/haproxy/instances.sh", ...ports], { encoding: "utf8" });
  expect(readFileSync("deploy/haproxy/40-instances.cfg", "utf8")).toBe(printedText);
});

it("plain HTTP redirects to HTTPS on the configured host, whatever the Host header contains", async () => {
  const port = await freePort();
  const instance = { port: await freePort(), metricsPort: await freePort() };
  stopAfterTest(
    await startHaproxy(port, [instance], {
      addressReplacements: {
        "  bind :443 defer-accept thread 2-64\n": "  bind unix@handshakes.sock\n",
        "  bind :::443 v6only defer-accept thread 2-64\n": "",
        " ssl crt /etc/haproxy/certs/club.example.pem alpn h2,http/1.1": "",
        " ssl crt /etc/haproxy/certs/club.example.pem alpn http/1.1": "",
        "  bind :80 thread 2-64\n  bind :::80 v6only thread 2-64\n": `  bind 127.0.0.1:${port}\n`,
        "sc0_conn_cur gt 50 ": "sc0_conn_cur gt 3 ",
      },
    }),
  );
  const response = await sendGet(port, "/de?rc=WELCOME", { Host: "evil.example" });
  expect(response.status).toBe(301);
  expect(response.headers.location).toBe("https://club.example/de?rc=WELCOME");
  expect(response.headers["x-content-type-options"]).toBe("nosniff");
  // HAProxy closes the connection after a redirect, because idle connections would count against the site's limit.
  expect(response.headers.connection).toBe("close");
  const connections = Array.from({ length: 4 }, () => {
    const connection = connect({ host: "127.0.0.1", port, localAddress: "127.0.0.2" });
    onTestFinished(() => void connection.destroy());
    return connection.on("error", () => undefined).resume();
  });
  await new Promise((resolve) => {
    for (const connection of connections) connection.on("close", resolve);
  });
  expect(connections.filter(({ closed }) => closed)).toHaveLength(1);
});

it("HAProxy continues to serve pages and forms after a reload that fails because an address is taken", async () => {
  const instance = await startStubInstance({
    onRequest: (req, res) => req.resume().on("end", () => res.end()),
  });
  const port = await freePort();
  const proxy = await startHaproxy(port, [instance]);
  stopAfterTest(proxy);
  const bindLine = `  bind 127.0.0.1:${port} `;
  await proxy.reload({ [bindLine]: `  bind 127.0.0.1:${instance.port}\n${bindLine}` });
  await expect.poll(() => proxy.log(), { timeout: 20_000 }).toContain("Loading failure");
  const readStatuses = async () => {
    const page = await sendGet(port, "/", {});
    const form = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "form" });
    return [page.status, form.status];
  };
  await expect.poll(() => readStatuses().catch(() => undefined), { timeout: 20_000 }).toEqual([200, 200]);
});

it("HAProxy logs no path, query or referrer, even with request logging", async () => {
  const port = await freePort();
  const instance = await startStubInstance({ onRequest: (_req, res) => res.end() });
  const proxy = await startHaproxy(port, [instance], { logLevel: "info" });
  stopAfterTest(proxy);
  await sendGet(port, "/canary?rc=CANARY", { Referer: "https://club.example/?rc=CANARY" });
  await sendRawBytes(port, "GET /canary?rc=CANARY HTTP-1.1\r\n\r\n");
  await expect.poll(() => proxy.log()).toMatch(/GET 200 pages\/instance-1/);
  await expect.poll(() => proxy.log()).toMatch(/BADREQ/);
  expect(proxy.log()).not.toMatch(/canary/i);
  expect(proxy.log(), "the shipped configuration").not.toMatch(/WARNING.*config/);
});

it("HAProxy with request logging logs the instance and the client address of a submitted form", async () => {
  const port = await freePort();
  const instance = await startStubInstance({
    onRequest: (req, res) => req.resume().on("end", () => res.end()),
  });
  const proxy = await startHaproxy(port, [instance], { logLevel: "info" });
  stopAfterTest(proxy);
  const headers = { "X-Forwarded-For": "192.0.2.7" };
  await fetch(`http://127.0.0.1:${port}/de?rc=CANARY`, { method: "POST", headers, body: "code=CANARY" });
  await expect.poll(() => proxy.log()).toMatch(/192\.0\.2\.7 POST 200 forms\/relay \d/);
  await expect.poll(() => proxy.log()).toMatch(/192\.0\.2\.7 POST 200 form-instances\/instance-1 \d/);
  expect(proxy.log()).not.toMatch(/canary/i);
});

describe("instances.sh", () => {
  const run = (...args: string[]) =>
    spawnSync("sh", ["deploy/haproxy/instances.sh", ...args], { encoding: "utf8" });

  it.each([
    ["no instance", []],
    ["no port for the checks", ["127.0.0.1:3000:13000", "127.0.0.1:3001"]],
    ["an empty port", ["127.0.0.1:3000:"]],
    ["a port that is too large", ["127.0.0.1:3000:99999"]],
    ["no address", [":3000:13000"]],
    ["an option", ["--help"]],
    ["a line break", ["127.0.0.1:3000:13000\nglobal"]],
    ["the METRICS_PORT of another instance", ["127.0.0.1:3000:13000", "127.0.0.1:3001:13000"]],
    ["the PORT of another instance", ["127.0.0.1:3000:13000", "127.0.0.1:3000:13001"]],
    ["one port as PORT and METRICS_PORT", ["127.0.0.1:3000:3000"]],
  ])("rejects arguments with %s, and prints one line that names the remedy", (_description, args) => {
    const { status, stdout, stderr } = run(...args);
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(
      /^instances\.sh: .*; give each instance as ADDRESS:PORT:METRICS_PORT, like .*\n$/s,
    );
  });

  it.each(["app-1.club.example:3000:13000", "::1:3000:13000", "[::1]:3000:13000"])(
    "accepts the instance %s (host, port and check port)",
    (instance) => {
      const { status, stdout } = run(instance);
      expect(status).toBe(0);
      expect(stdout).toContain(`server instance-1 ${instance.replace(/:13000$/, "")} check port 13000\n`);
    },
  );

  it("accepts the same ports at two IP addresses", () => {
    expect(run("app-1:3000:13000", "app-2:3000:13000").status).toBe(0);
  });
});

it("acq-door.cfg (HAProxy in front of acq) rejects unknown Host and Origin headers, and ignores X-Forwarded-Host", async () => {
  const acq = await startTestAcq();
  const port = await freePort();
  const replacements = { "bind :9091": `bind 127.0.0.1:${port}`, "127.0.0.1:9090": `127.0.0.1:${acq.port}` };
  stopAfterTest(await startHaproxyWithFile("compose/acq-door.cfg", port, replacements));
  const fetchStatus = async (headers: Record<string, string>) =>
    (await sendGet(port, "/outbox.json", headers)).status;
  expect(await fetchStatus({ Host: `localhost:${port}` })).toBe(200);
  expect(await fetchStatus({ Host: "acq:9091" })).toBe(200);
  expect(await fetchStatus({ Host: `localhost:${port}`, Origin: `http://localhost:${port}` })).toBe(200);
  expect(await fetchStatus({ Host: "rebound.example" })).toBe(421);
  expect(await fetchStatus({ Host: "rebound.example", "X-Forwarded-Host": "localhost" })).toBe(421);
  expect(await fetchStatus({ Host: `localhost:${port}`, Origin: "https://evil.example" })).toBe(403);
});

/** Sends a GET with headers that fetch does not allow. */
function sendGet(
  port: number,
  path: string,
  headers: Record<string, string>,
  localAddress = "127.0.0.1",
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers, localAddress }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
        reject,
      );
    })
      .on("error", reject)
      .end();
  });
}
