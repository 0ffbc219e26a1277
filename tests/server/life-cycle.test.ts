import { Agent, get } from "node:http";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../support/free-port";
import { startProcess } from "../support/server-process";
import { siteEnvironment, startSite } from "./foreign-acq";
import { startStubAcq, usableCode, type StubAcq } from "./stub-acq";

let acq: StubAcq;
/** What every check of a code waits for, and how many do. */
const gate = { asked: 0, open: (): void => undefined, opened: Promise.resolve() };
beforeAll(async () => {
  acq = await startStubAcq(async (operationName) => {
    if (operationName !== "checkRegistrationCode") return {};
    gate.asked += 1;
    await gate.opened;
    return usableCode("Anna");
  });
});
afterAll(() => acq.stop());

function shutGate(): void {
  gate.asked = 0;
  gate.opened = new Promise((resolve) => (gate.open = resolve));
}

/** On connections that are kept, as a proxy's are. */
async function statusOf(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    }).once("error", reject);
  });
}

const form = "/de/registration/formstarted?rc=ANY";

it("SIGTERM with 50 requests in flight loses none, and a second one changes nothing", async () => {
  const site = await startSite(acq.url);
  const agent = new Agent({ keepAlive: true });
  shutGate();
  const answers = Array.from({ length: 50 }, () => statusOf(site.url(form), agent));
  await expect.poll(() => gate.asked, { timeout: 15_000 }).toBe(50);
  const stopped = site.server.stop();
  await expect.poll(() => fetch(site.url("/healthz")).catch(() => "refused")).toBe("refused");
  process.kill(site.server.pid, "SIGTERM");
  gate.open();
  expect(await Promise.all(answers)).toEqual(Array<number>(50).fill(200));
  expect(await stopped).toBe(0);
  agent.destroy();
});

it("a port that is taken is said in one line", async () => {
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, resolve));
  const env = siteEnvironment(port, acq.url);
  const server = startProcess(["build/server.js"], env);
  expect(await server.ended).toBe(1);
  other.close();
  const lines = server.log().trimEnd().split("\n");
  expect(lines.filter((line) => line.includes("taken"))).toEqual([`PORT ${port} is taken; choose another`]);
});
