import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../support/free-port";
import { startProcess } from "../../support/server-process";
import { createSiteEnvironment, startSite } from "./foreign-acq";
import { type DelayingAcq, startDelayingAcq } from "./stub-acq";

let acq: DelayingAcq;
beforeAll(async () => {
  acq = await startDelayingAcq();
});
afterAll(() => acq.stop());

/**
 * Submits a code over a keep-alive connection, as a proxy does. The client's IP address ends with the visitor's number.
 */
async function sendCode(url: string, agent: Agent, visitor: number): Promise<number | undefined> {
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "X-Forwarded-For": `192.0.2.${visitor}`,
  };
  return new Promise((resolve, reject) => {
    request(url, { agent, method: "POST", headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    })
      .once("error", reject)
      .end("intent=check-code&registrationCode=ANY");
  });
}

it("SIGTERM lets 50 open requests finish, and a second SIGTERM has no effect", async () => {
  const site = await startSite(acq.url, { TRUST_PROXY: "1" });
  const agent = new Agent({ keepAlive: true });
  acq.holdChecks();
  const responsePromises = Array.from({ length: 50 }, (_, visitor) =>
    sendCode(site.url("/de"), agent, visitor),
  );
  await expect.poll(() => acq.checkCount(), { timeout: 15_000 }).toBe(50);
  const exitPromise = site.server.stop();
  await expect.poll(() => fetch(site.url("/healthz")).catch(() => "refused")).toBe("refused");
  process.kill(site.server.pid, "SIGTERM");
  acq.release();
  expect(await Promise.all(responsePromises)).toEqual(Array<number>(50).fill(303));
  expect(await exitPromise).toBe(0);
  agent.destroy();
  const lines = site.server.log().split("\n");
  expect(lines.filter((line) => line.includes('"shutdown: '))).toEqual([
    expect.stringMatching(
      /"signal":"SIGTERM".*"shutdown: finishing the open requests, accepting no new ones"/,
    ),
    expect.stringMatching(/"callsCutOff":0,"connectionsCutOff":0.*"shutdown: all requests are finished"/),
  ]);
});

it("shutdown logs how many requests it aborts after the time limit", async () => {
  const site = await startSite(acq.url, { TRUST_PROXY: "1" });
  const agent = new Agent({ keepAlive: true });
  acq.holdChecks();
  const responsePromises = [1, 2, 3].map((visitor) => sendCode(site.url("/de"), agent, visitor));
  await expect.poll(() => acq.checkCount(), { timeout: 15_000 }).toBe(3);
  expect(await site.server.stop()).toBe(0);
  expect(await Promise.all(responsePromises)).toEqual([503, 503, 503]);
  expect(site.server.log()).toMatch(
    /"callsCutOff":3,"connectionsCutOff":0.*"shutdown: the time limit was reached, and open requests were aborted"/,
  );
  acq.release();
  agent.destroy();
});

it("server prints one line if the port is taken", async () => {
  const portHolder = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => portHolder.listen(port, resolve));
  const env = createSiteEnvironment(port, acq.url);
  const server = startProcess(["build/server.js"], env);
  expect(await server.exitPromise).toBe(1);
  portHolder.close();
  const lines = server.log().trimEnd().split("\n");
  expect(lines.filter((line) => line.includes("taken"))).toEqual([`PORT ${port} is taken; choose another`]);
});
