import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { get as httpGet, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createTokenCrypto } from "~/crypto/sealing.server";
import { startAcqSocket } from "../live/acq-socket";
import { secret, createSiteEnvironment } from "../server/foreign-acq";
import { createHttpVisitor } from "../server/http-visitor";
import { type DelayingAcq, startDelayingAcq } from "../server/stub-acq";
import { freePort } from "../../support/free-port";
import {
  startComposedHaproxy,
  startHaproxy,
  type HaproxyServer,
  type InstancePorts,
} from "../../support/haproxy";
import { startProcess, waitUntilReady, type ServerProcess } from "../../support/server-process";
import { startDnsServer } from "./dns";
import { startStubInstance } from "./stub-instance";

let acq: DelayingAcq;
beforeAll(async () => {
  acq = await startDelayingAcq();
});
afterAll(() => acq.stop());

const findFreePorts = async (): Promise<InstancePorts> => ({
  port: await freePort(),
  metricsPort: await freePort(),
});

interface SiteInstance extends InstancePorts {
  server: ServerProcess;
}

/** Starts HAProxy and one site instance for each program, and stops them after the test. */
async function startSite(programs: readonly string[], env: Record<string, string> = {}) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const instances = await Promise.all(
    programs.map(async (program): Promise<SiteInstance> => {
      const ports = await findFreePorts();
      const server = startProcess([program], {
        ...createSiteEnvironment(ports.port, acq.url, env),
        PUBLIC_ORIGIN: origin,
        TRUST_PROXY: "1",
        METRICS_PORT: String(ports.metricsPort),
      });
      onTestFinished(async () => {
        await server.stop();
      });
      await waitUntilReady(server, `http://localhost:${ports.port}/readyz`);
      return { ...ports, server };
    }),
  );
  const proxy = await startHaproxy(port, instances);
  onTestFinished(() => proxy.stop());
  const [firstInstance, ...otherInstances] = instances;
  if (!firstInstance) throw new Error("A site has at least one instance");
  return {
    origin,
    url: (path: string) => origin + path,
    instances: [firstInstance, ...otherInstances] as const,
    proxy,
  };
}

const twoPrograms = ["build/server.js", "build/server.js"];

/**
 * Suspends the process of an instance, so that it accepts connections but does not respond. The process resumes at the
 * latest after the test.
 */
function suspendServer({ server }: SiteInstance): void {
  process.kill(server.pid, "SIGSTOP");
  onTestFinished(() => {
    process.kill(server.pid, "SIGCONT");
  });
}

const waitForLog = (proxy: HaproxyServer, pattern: RegExp) =>
  expect.poll(() => proxy.log(), { timeout: 30_000 }).toMatch(pattern);

describe("HAProxy with a hung instance", () => {
  it(
    "serves every page, and removes the instance from the rotation until the instance answers again",
    { timeout: 90_000 },
    async () => {
      const site = await startSite(twoPrograms);
      const hungInstance = site.instances[0];
      const visitor = createHttpVisitor(site);
      suspendServer(hungInstance);

      const pages = await Promise.all(
        Array.from({ length: 10 }, (_, index) => visitor.get(`/de/visit-${index}`)),
      );
      expect(pages.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
      await waitForLog(site.proxy, /form-instances\/instance-1 is DOWN.*timeout/);
      const codeResponses = await Promise.all(
        Array.from({ length: 10 }, () =>
          visitor.post("/de", { intent: "check-code", registrationCode: "ANY" }),
        ),
      );
      expect(codeResponses.map(({ status }) => status)).toEqual(Array<number>(10).fill(303));

      process.kill(hungInstance.server.pid, "SIGCONT");
      await waitForLog(site.proxy, /pages\/instance-1 is UP/);
      const logLengthBefore = hungInstance.server.log().length;
      await expect
        .poll(
          async () => {
            await visitor.get("/de/welcome-back");
            return hungInstance.server.log().slice(logLengthBefore);
          },
          { timeout: 30_000 },
        )
        .toContain('"route":"/:slug?"');
    },
  );

  it(
    'answers forms that the hung instance was processing with the "try again" page',
    { timeout: 90_000 },
    async () => {
      const site = await startSite(twoPrograms);
      const visitor = createHttpVisitor(site);
      acq.holdChecks();
      const responses = [1, 2].map(() =>
        visitor.post("/de", { intent: "check-code", registrationCode: "ANY" }),
      );
      await expect.poll(() => acq.checkCount(), { timeout: 15_000 }).toBe(2);
      suspendServer(site.instances[0]);
      const firstResponse = await Promise.race(responses);
      expect([firstResponse.status, firstResponse.headers.get("Retry-After")]).toEqual([503, "30"]);
      expect(firstResponse.body).toContain("Wir sind gleich wieder da.");
      acq.release();
      expect((await Promise.all(responses)).map(({ status }) => status).sort()).toEqual([303, 503]);
    },
  );
});

describe("HAProxy with an instance that shuts down", () => {
  it(
    "lets the instance finish its forms, and sends new forms to other instances",
    { timeout: 90_000 },
    async () => {
      const site = await startSite(twoPrograms);
      const visitor = createHttpVisitor(site);
      const postForm = () => visitor.post("/de", { intent: "check-code", registrationCode: "ANY" });
      acq.holdChecks();
      const openForms = [postForm(), postForm()];
      await expect.poll(() => acq.checkCount(), { timeout: 15_000 }).toBe(2);
      const exitPromise = site.instances[0].server.stop();
      await waitForLog(site.proxy, /form-instances\/instance-1 is stopping/);
      const laterRequests = [postForm(), postForm(), postForm(), postForm()];
      await expect.poll(() => acq.checkCount(), { timeout: 15_000 }).toBe(6);
      acq.release();
      const responses = await Promise.all([...openForms, ...laterRequests]);
      expect(responses.map(({ status }) => status)).toEqual(Array<number>(6).fill(303));
      expect(await exitPromise).toBe(0);
    },
  );
});

describe("HAProxy with all health checks failing", () => {
  it("continues to send visitors to the instances", async () => {
    const port = await freePort();
    const onCheck = () => undefined;
    const instances = await Promise.all(
      ["one", "two"].map((name) =>
        startStubInstance({ onRequest: (_req, res) => res.end(name), onHealthCheck: onCheck }),
      ),
    );
    const proxy = await startHaproxy(port, instances);
    onTestFinished(() => proxy.stop());
    // Waits for the health checks of both backends: each backend has its own check of each instance.
    for (const backend of ["pages", "form-instances"])
      for (const instanceNumber of [1, 2])
        await waitForLog(proxy, new RegExp(`${backend}/instance-${instanceNumber} is DOWN`));
    const responses = await Promise.all(
      [1, 2].map(async () => (await fetch(`http://127.0.0.1:${port}/`)).text()),
    );
    expect(responses.sort()).toEqual(["one", "two"]);
    expect((await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "a=b" })).status).toBe(200);
  });
});

describe("HAProxy", () => {
  /** Starts HAProxy with one instance that resets every connection and one instance that answers. */
  async function startProxyWithBrokenInstance() {
    const port = await freePort();
    const lostRequests: string[] = [];
    const brokenInstance = await startStubInstance({
      onRequest: (req) => {
        lostRequests.push(`${req.method ?? ""} ${req.url ?? ""}`);
        req.socket.destroy();
      },
    });
    const workingInstance = await startStubInstance({ onRequest: (_req, res) => res.end("whole") });
    const proxy = await startHaproxy(port, [brokenInstance, workingInstance]);
    onTestFinished(() => proxy.stop());
    return { url: `http://127.0.0.1:${port}`, lostRequests, workingInstance };
  }

  it("repeats a failed page request on another instance", async () => {
    const { url, lostRequests } = await startProxyWithBrokenInstance();
    for (const page of ["/1", "/2", "/3", "/4"]) expect(await (await fetch(url + page)).text()).toBe("whole");
    expect(lostRequests.length).toBeGreaterThan(0);
  });

  it("never repeats a form that has reached an instance", async () => {
    const { url, lostRequests } = await startProxyWithBrokenInstance();
    const formPaths = ["/1", "/2", "/3", "/4"];
    const statuses: number[] = [];
    for (const form of formPaths)
      statuses.push((await fetch(url + form, { method: "POST", body: "a=b" })).status);
    expect(statuses.sort()).toEqual([200, 200, 503, 503]);
    expect(lostRequests.filter((line) => line.startsWith("POST"))).toHaveLength(2);
  });

  it("sends a form to another instance if the first instance accepts no connection", async () => {
    const port = await freePort();
    const workingInstance = await startStubInstance({ onRequest: (_req, res) => res.end("whole") });
    // HAProxy sends requests to an instance that does not listen on its public port as long as the instance passes the
    // health checks on its metrics port.
    const checkedInstance = await startStubInstance({ onRequest: (_req, res) => res.end() });
    const proxy = await startHaproxy(port, [
      { port: await freePort(), metricsPort: checkedInstance.metricsPort },
      workingInstance,
    ]);
    onTestFinished(() => proxy.stop());
    for (let count = 0; count < 4; count += 1)
      expect((await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "a=b" })).status).toBe(200);
    // The alert VelvetgateProxyConnect reads this metric.
    expect(await proxy.metrics()).toMatch(
      /haproxy_server_redispatch_warnings_total\{proxy="form-instances",server="instance-1"\} [1-9]/,
    );
  });

  it("starts although the name of an instance cannot be resolved, and shows that the instance gets no visitors", async () => {
    const port = await freePort();
    const workingInstance = await startStubInstance({ onRequest: (_req, res) => res.end("whole") });
    const unknownInstance = {
      host: "unknown.invalid",
      port: await freePort(),
      metricsPort: await freePort(),
    };
    const proxy = await startHaproxy(port, [unknownInstance, workingInstance]);
    onTestFinished(() => proxy.stop());
    for (const method of ["GET", "POST"])
      expect(await (await fetch(`http://127.0.0.1:${port}/`, { method })).text()).toBe("whole");
    // The alert VelvetgateProxyConnect reads this metric.
    expect(await proxy.metrics()).toMatch(
      /haproxy_server_status\{proxy="pages",server="instance-1",state="MAINT"\} 1/,
    );
  });

  it("sends each form on a new connection, since an instance may close an idle connection", async () => {
    const port = await freePort();
    const instance = await startStubInstance({
      onRequest: (req, res) => req.resume().once("end", () => res.end()),
    });
    const proxy = await startHaproxy(port, [instance]);
    onTestFinished(() => proxy.stop());
    const postForm = () => fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "a=b" });
    const connectionsBefore = instance.connections();
    for (let count = 0; count < 5; count += 1) expect((await postForm()).status).toBe(200);
    expect(instance.connections() - connectionsBefore).toBe(5);
  });
});

describe("HAProxy with instances of two builds", () => {
  /** Copies the build with new names for all files of its pages, and returns the path of its server. */
  function createOtherBuild(): string {
    const folder = mkdtempSync(join(tmpdir(), "velvetgate-build-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync("build", folder, { recursive: true, filter: (path) => !/\.(?:map|br|gz)$/.test(path) });
    const assets = join(folder, "client/assets");
    const assetNames = readdirSync(assets);
    // Reverses the hash in each file name, as a stand-in for another build's hash.
    const newNameByFile = new Map(
      assetNames.map((name) => [
        name,
        name.replace(
          /([\w-]{8})(\.\w+)$/,
          (_all, hash: string, suffix: string) => Array.from(hash).reverse().join("") + suffix,
        ),
      ]),
    );
    const fileNamePattern = new RegExp(assetNames.map((name) => name.replaceAll(".", "\\.")).join("|"), "g");
    const buildFiles = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const file of buildFiles.filter((name) => /\.(?:js|css|json)$/.test(name))) {
      const path = join(folder, file);
      const text = readFileSync(path, "utf8");
      const changedText = text.replace(fileNamePattern, (name) => newNameByFile.get(name) ?? name);
      if (changedText !== text) writeFileSync(path, changedText);
    }
    for (const [name, newName] of newNameByFile) renameSync(join(assets, name), join(assets, newName));
    const hash = (name: string) =>
      createHash("sha256")
        .update(readFileSync(join(assets, name)))
        .digest("base64url");
    const hashEntries = [...newNameByFile.values()].map((name) => [`assets/${name}`, hash(name)]);
    writeFileSync(join(folder, "hashes.json"), JSON.stringify(Object.fromEntries(hashEntries)));
    return join(folder, "server.js");
  }

  const findAssetFiles = (text: string) => text.match(/\/assets\/[\w.-]+/g) ?? [];

  it("serves every file of every page, whichever instance rendered the page", async () => {
    const site = await startSite(["build/server.js", createOtherBuild()]);
    const visitor = createHttpVisitor(site);
    const pagePaths = ["/de", "/fr/membership-interest", "/registration/formstarted?rc=ANY", "/it/login"];
    const assetFiles = new Set<string>();
    for (const path of pagePaths)
      for (let count = 0; count < 4; count += 1) {
        const page = await visitor.get(path);
        expect(page.status, path).toBe(200);
        for (const file of findAssetFiles(page.body)) assetFiles.add(file);
      }
    const entryScripts = [...assetFiles].filter((file) => file.startsWith("/assets/entry.client-"));
    expect(entryScripts, "pages of both builds").toHaveLength(2);
    for (const file of assetFiles)
      // Requests each file twice: HAProxy alternates, so that each instance gets one of the two requests.
      for (let count = 0; count < 2; count += 1)
        expect([file, (await visitor.get(file)).status]).toEqual([file, 200]);
    expect((await visitor.get("/assets/of-no-build-12345678.js")).status).toBe(404);
  });
});

describe("event streams through HAProxy", () => {
  const streams = 420;

  it(`stay open while ${streams} streams are open at the same time`, async () => {
    const socket = await startAcqSocket();
    onTestFinished(() => socket.stopListening());
    const site = await startSite(["build/server.js"], { ACQ_SUBSCRIPTION_URL: socket.url });
    const tokenCrypto = createTokenCrypto([secret], () => new Date());
    const draft = { registrationId: "one", registrationEmail: "a@example.com" };
    const cookie = `draft=${tokenCrypto.encrypt("draft", draft, 3600)}`;
    let closedCount = 0;
    const openEventStream = (index: number) => {
      const clientAddress = `10.3.${index >> 8}.${index % 256}`;
      const headers = { Accept: "text/event-stream", Cookie: cookie, "X-Forwarded-For": clientAddress };
      return new Promise<IncomingMessage>((resolve, reject) => {
        httpGet(site.url("/registration/events"), { headers }, resolve).once("error", reject);
      });
    };
    const responses: IncomingMessage[] = [];
    // Opens thirty streams at a time. On a busy machine, instances could reject part of a larger burst as overload.
    while (responses.length < streams)
      responses.push(
        ...(await Promise.all(
          Array.from({ length: 30 }, (_, index) => openEventStream(responses.length + index)),
        )),
      );
    for (const response of responses) response.once("close", () => (closedCount += 1)).resume();
    onTestFinished(() => responses.forEach((response) => response.destroy()));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const metrics = await fetch(`http://127.0.0.1:${site.instances[0].metricsPort}/metrics`);
    expect(await metrics.text()).toContain(`velvetgate_event_streams ${streams}`);
    expect((await fetch(site.url("/de"))).status).toBe(200);
    expect(closedCount).toBe(0);
  });
});

describe("HAProxy in compose.yaml", () => {
  it("finds a new replica by its DNS name without a restart", async () => {
    const ports = await findFreePorts();
    const [port, dnsPort] = await Promise.all([freePort(), freePort()]);
    const startReplica = (host: string) =>
      startStubInstance({ onRequest: (_req, res) => res.end(host), host, ports });
    const ipAddresses = ["127.0.0.2"];
    const dns = await startDnsServer(dnsPort, "app", () => ipAddresses);
    onTestFinished(() => dns.stop());
    await startReplica("127.0.0.2");
    const proxy = await startComposedHaproxy(port, {
      addresses: { "bind :8080": `bind 127.0.0.1:${port}` },
      instances: {
        "127.0.0.11:53": `127.0.0.1:${dnsPort}`,
        "app:3000": `app:${ports.port}`,
        "check port 9464": `check port ${ports.metricsPort}`,
      },
    });
    onTestFinished(() => proxy.stop());
    const visit = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
    await expect.poll(visit, { timeout: 15_000 }).toBe("127.0.0.2");
    await startReplica("127.0.0.3");
    ipAddresses.push("127.0.0.3");
    await expect.poll(visit, { timeout: 30_000 }).toBe("127.0.0.3");
  });
});
