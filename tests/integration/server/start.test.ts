import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../support/free-port";
import { startRedis } from "../../support/redis";
import { startProcess } from "../../support/server-process";
import { createSiteEnvironment, startSite, secret } from "./foreign-acq";
import { startStubAcq, createUsableDetails, type StubAcq } from "./stub-acq";

let acq: StubAcq;
/**
 * Holds acq's response to the next code check until `releasePromise` resolves. `onRequest` is called when acq has
 * received the code check.
 */
let heldCodeCheck = { onRequest: (): void => undefined, releasePromise: Promise.resolve() };
beforeAll(async () => {
  acq = await startStubAcq(async (operationName) => {
    if (operationName !== "checkRegistrationCode") return {};
    heldCodeCheck.onRequest();
    await heldCodeCheck.releasePromise;
    return createUsableDetails("Anna");
  });
});
afterAll(() => acq.stop());

/** Starts the built server with an environment that makes the start fail, and waits until the server has exited. */
async function runFailingStart(env: Record<string, string>) {
  const server = startProcess(["build/server.js"], createSiteEnvironment(await freePort(), acq.url, env));
  const exitCode = await server.exitPromise;
  return { code: exitCode, lines: server.log().trimEnd().split("\n") };
}

it("build runs in production mode if NODE_ENV is not set", async () => {
  const { lines } = await runFailingStart({ NODE_ENV: "", PUBLIC_ORIGIN: "" });
  expect(lines).toEqual([expect.stringContaining("PUBLIC_ORIGIN is not set; in production")]);
});

it("build exits with NODE_ENV=development, and its message recommends npm run dev", async () => {
  const { code: exitCode, lines } = await runFailingStart({ NODE_ENV: "development" });
  expect(exitCode).toBe(1);
  expect(lines).toEqual([expect.stringContaining("NODE_ENV=development is only for npm run dev")]);
});

it("server start logs the release, missing or guessable settings and connection problems", async () => {
  const redisPort = await freePort();
  const redis = await startRedis(redisPort);
  const env = {
    RELEASE: "r42",
    ACQ_GRAPHQL_URL: "",
    REDIS_URL: `redis://:wrong@127.0.0.1:${redisPort}`,
    SESSION_SECRET: "changeme".repeat(4),
  };
  const server = startProcess(["build/server.js"], createSiteEnvironment(await freePort(), acq.url, env));
  onTestFinished(async () => {
    await Promise.all([server.stop(), redis.stop()]);
  });
  await expect.poll(() => server.log(), { timeout: 15_000 }).toMatch(/"release":"r42".*"listening"/);
  await expect.poll(() => server.log()).toContain("ACQ_GRAPHQL_URL is not set");
  await expect
    .poll(() => server.log())
    .toMatch(/"url":"http:\/\/localhost:9090\/graphql".*"acq does not answer/);
  await expect.poll(() => server.log()).toMatch(/SESSION_SECRET.*few different characters/);
  await expect.poll(() => server.log()).toMatch(/TERMS_URL.*"visitors see placeholders instead/);
  await expect
    .poll(() => server.log(), { timeout: 15_000 })
    .toMatch(/"code":"WRONGPASS".*"Redis is not available for limits/);
});

describe("failed start", () => {
  it("prints one line for each invalid variable, with its name, value and allowed values", async () => {
    const invalidVariables = {
      PORT: "http",
      BASE_PATH: "acquisition/",
      PUBLIC_ORIGIN: "club.example",
      TRUST_PROXY: "yes",
      ACQ_GRAPHQL_URL: "localhost:9090",
      ACQ_TIMEOUT_MS: "-1",
      LOCALE_DOMAINS: "example.de",
      FORM_MIN_SECONDS: "1.5",
      LOG_LEVEL: "loud",
      CLOCK: "tomorrow",
      TOKEN_COOKIE: "a b",
    };
    const { code: exitCode, lines } = await runFailingStart(invalidVariables);
    expect(exitCode).toBe(1);
    const expectedLines = Object.entries(invalidVariables).map(([name, value]): unknown =>
      expect.stringMatching(new RegExp(`^${name} is ${JSON.stringify(value)}; allowed is \\S`)),
    );
    expect(lines).toHaveLength(expectedLines.length);
    expect(lines).toEqual(expect.arrayContaining(expectedLines));
  });

  it.each([
    {
      SESSION_SECRET: "too-short-a-secret",
      REDIS_URL: "my-password@my-store",
      SMTP_URL: "my-password@my-post",
      SENTRY_DSN: "my-key@my-errors",
    },
    { SESSION_SECRET: `${secret},another-short-one` },
  ])("never prints the value of a secret: %o", async (env) => {
    const { code: exitCode, lines } = await runFailingStart(env);
    expect(exitCode).toBe(1);
    expect(lines.map((line) => line.split(" ", 1).join("")).sort()).toEqual(Object.keys(env).sort());
    for (const value of Object.values(env))
      for (const valuePart of value.split(/[,@]/)) expect(lines.join("\n")).not.toContain(valuePart);
  });

  it("prints the name of each missing variable", async () => {
    const { code: exitCode, lines } = await runFailingStart({ SESSION_SECRET: "", PUBLIC_ORIGIN: "" });
    expect(exitCode).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^SESSION_SECRET is not set/),
      expect.stringMatching(/^PUBLIC_ORIGIN is not set/),
    ]);
  });

  it("prints one line for a folder that the embedded acq cannot write", async () => {
    const ACQ_EMBEDDED_PORT = String(await freePort());
    const startWithData = async (ACQ_EMBEDDED_DATA: string) =>
      runFailingStart({
        ACQ_EMBEDDED: "true",
        ACQ_GRAPHQL_URL: "",
        PUBLIC_ORIGIN: "http://localhost:3000",
        ACQ_EMBEDDED_PORT,
        ACQ_EMBEDDED_DATA,
      });
    expect(await startWithData("package.json/acq.sqlite")).toEqual({
      code: 1,
      lines: [expect.stringContaining('"package.json/acq.sqlite", which cannot be written; allowed is ')],
    });
    expect(await startWithData("package.json")).toEqual({
      code: 1,
      lines: [expect.stringContaining('ACQ_EMBEDDED_DATA is "package.json", which is not a database')],
    });
  });

  /** Copies the build without the files that have this text in their path, and returns the path of the copy. */
  function copyBuildWithout(text: string): string {
    const folder = mkdtempSync(join(tmpdir(), "velvetgate-release-"));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    cpSync("build", join(folder, "build"), { recursive: true, filter: (path) => !path.includes(text) });
    return folder;
  }

  /** Starts the server of a copied build, expects that it exits with code 1, and returns its output. */
  async function runBuildCopy(folder: string): Promise<string> {
    const env = createSiteEnvironment(await freePort(), acq.url);
    const server = startProcess([join(folder, "build/server.js")], env);
    expect(await server.exitPromise).toBe(1);
    return server.log().trimEnd();
  }

  it.each([
    ["all files", "client", /client\/assets\/\S+ is missing: .*npm run build/],
    ["a script", "assets/page-", /client\/assets\/page-\S+\.js is missing: .*npm run build/],
    ["a style sheet", "assets/later-", /client\/assets\/later-\S+\.css is missing: .*npm run build/],
  ])("names a missing file if the release lacks %s for browsers", async (_, missingPrefix, line) => {
    const folder = copyBuildWithout(missingPrefix);
    expect(await runBuildCopy(folder)).toMatch(line);
  });

  it.each([
    ["is truncated", (contents: Buffer) => contents.subarray(0, 1000)],
    // Imitates a loss of power: some file systems then leave zeros in the file.
    ["has zeros as its contents", (contents: Buffer) => Buffer.alloc(contents.length)],
  ])("names the damaged file if a file for browsers %s", async (_, damage) => {
    const folder = copyBuildWithout(".map");
    const assets = join(folder, "build/client/assets");
    const name = readdirSync(assets).find((file) => /^later-.*\.css\.br$/.test(file)) ?? "";
    writeFileSync(join(assets, name), damage(readFileSync(join(assets, name))));
    expect(await runBuildCopy(folder)).toMatch(
      /client\/assets\/later-\S+\.css\.br is damaged: .*npm run build/,
    );
  });

  it.each([
    ["missing", () => undefined],
    ["truncated", (text: string) => text.slice(0, 200_000)],
  ])("prints one line if a file of the server build is %s", async (_, damage) => {
    const folder = copyBuildWithout("client");
    const file = join(folder, "build/site.js");
    const damagedText = damage(readFileSync(file, "utf8"));
    if (damagedText === undefined) rmSync(file);
    else writeFileSync(file, damagedText);
    expect(await runBuildCopy(folder)).toMatch(
      /^\S+site\.js, or a file that it imports, is missing or damaged: .*$/,
    );
  });

  it("prints one line if the port is taken", async () => {
    const portHolder = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => portHolder.listen(port, resolve));
    const { code: exitCode, lines } = await runFailingStart({ PORT: String(port) });
    portHolder.close();
    expect(exitCode).toBe(1);
    expect(lines).toEqual([`PORT ${port} is taken; choose another`]);
  });
});

describe("probes", () => {
  it("report a live and ready process even if acq is down", async () => {
    const site = await startSite("http://127.0.0.1:1/graphql");
    const probe = async (path: string) => {
      const response = await fetch(site.url(path));
      const body: unknown = await response.json();
      return { status: response.status, body };
    };
    expect(await probe("/healthz")).toEqual({ status: 200, body: { status: "ok" } });
    expect(await probe("/readyz")).toEqual({ status: 200, body: { acq: "down" } });
    expect((await fetch(site.url("/de"))).status).toBe(200);
    const failedResponse = await fetch(site.url("/de?rc=ANY"));
    expect(failedResponse.status).toBe(503);
    expect(failedResponse.headers.get("Retry-After")).toBe("5");
    expect(await failedResponse.text()).toContain("acq-frontend-");
    expect(await site.server.stop()).toBe(0);
  });

  it("report acq as ok if acq responds", async () => {
    const site = await startSite(acq.url);
    expect(await (await fetch(site.url("/readyz"))).json()).toEqual({ acq: "ok" });
    expect(await site.server.stop()).toBe(0);
  });
});

describe("shutdown", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("finishes open requests and exits with 0 at %s", async (signal) => {
    const site = await startSite(acq.url);
    let release = (): void => undefined;
    const acqCall = new Promise<void>((resolve) => {
      heldCodeCheck = {
        onRequest: resolve,
        releasePromise: new Promise((resolveRelease) => (release = resolveRelease)),
      };
    });
    const responsePromise = fetch(site.url("/de/registration/formstarted?rc=ANY"));
    await acqCall;
    const exitPromise = site.server.stop(signal);
    await waitUntilRefused(site.url("/healthz"));
    release();
    const response = await responsePromise;
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("Anna");
    expect(await exitPromise).toBe(0);
  });
});

/** Resolves when the server refuses new connections. */
async function waitUntilRefused(url: string): Promise<void> {
  let isOpen = true;
  while (isOpen)
    isOpen = await fetch(url, { headers: { Connection: "close" } }).then(
      () => true,
      () => false,
    );
}
