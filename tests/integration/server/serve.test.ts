import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { expectSiteIsBuilt } from "../../support/built";
import { startProcess, waitUntilReady } from "../../support/server-process";
import { findLinesWithMessage } from "../../support/log-lines";
import { createTestedAcqVariables } from "../../support/velvetgate";
import { freePort } from "../../support/free-port";
import { createSiteEnvironment } from "./foreign-acq";

it("built server starts in production mode without NODE_ENV, and stops the embedded acq when the server ends", async () => {
  const [port, acqPort] = await Promise.all([freePort(), freePort()]);
  const server = startProcess(["build/server.js"], {
    NODE_ENV: "",
    PORT: String(port),
    ACQ_EMBEDDED: "true",
    ...createTestedAcqVariables(acqPort),
  });
  const outbox = `http://127.0.0.1:${acqPort}/outbox.json`;
  const isListening = () =>
    fetch(outbox, { headers: { Connection: "close" } }).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitUntilReady(server, `http://127.0.0.1:${port}/readyz`);
  expect(server.log()).toContain("The embedded acq is for demonstration");
  expect(await isListening()).toBe(true);
  await server.stop("SIGKILL");
  await expect.poll(isListening, { timeout: 10_000 }).toBe(false);
});

it.each([
  [
    "HOST",
    "192.0.2.1",
    'HOST is "192.0.2.1", which is not an address of this machine; 0.0.0.0 means all its addresses',
  ],
  ["HOST", "no.such.name.invalid", 'HOST is "no.such.name.invalid", which is not an address of this machine'],
])("variable %s=%s prevents the start of the server, which prints one line", async (name, value, line) => {
  const env = createSiteEnvironment(await freePort(), "http://127.0.0.1:9/graphql", { [name]: value });
  const server = startProcess(["build/server.js"], env);
  expect(await server.exitPromise).toBe(1);
  expect(server.log().trim().split("\n")).toEqual([expect.stringContaining(line)]);
});

it("METRICS_PORT=0 uses a free port", async () => {
  const port = await freePort();
  const server = startProcess(
    ["build/server.js"],
    createSiteEnvironment(port, "http://127.0.0.1:9/graphql", { METRICS_PORT: "0" }),
  );
  await waitUntilReady(server, `http://127.0.0.1:${port}/readyz`);
  const readLoggedPort = (msg: string) => findLinesWithMessage(server.log(), msg)[0]?.["port"];
  await expect.poll(() => readLoggedPort("listening")).toBe(port);
  const metrics = await fetch(
    `http://127.0.0.1:${String(readLoggedPort("the metrics endpoint is listening"))}/metrics`,
  );
  expect(await metrics.text()).toContain("velvetgate_");
  await server.stop();
});

it("npm run serve stops its server on termination, so that no process keeps the port", async () => {
  expectSiteIsBuilt();
  const port = await freePort();
  const npm = spawn("npm", ["run", "serve"], {
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      ...createSiteEnvironment(port, "http://127.0.0.1:9/graphql"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let log = "";
  for await (const chunk of npm.stdout) {
    log += String(chunk);
    if (log.includes('"listening"')) break;
  }
  npm.kill("SIGTERM");
  if (npm.exitCode === null && npm.signalCode === null) await once(npm, "exit");
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/healthz`).then(String, () => "gone")).toBe("gone");
});
