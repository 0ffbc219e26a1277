import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../support/free-port";
import { startProcess } from "../support/server-process";
import { startVelvetgate, type Velvetgate } from "../support/velvetgate";

async function endOf(env: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const server = startProcess(["build/server.js"], {
    ACQ_EMBEDDED: "true",
    ACQ_EMBEDDED_DATA: ":memory:",
    ...env,
  });
  const code = await server.ended;
  return { code, lines: server.log().trim().split("\n") };
}

describe("a start that cannot be", () => {
  test("says which variable is wrong, what it holds and what is allowed, in one line", async () => {
    const { code, lines } = await endOf({ PORT: "many" });
    expect(code).toBe(1);
    expect(lines).toEqual(['PORT is "many"; allowed is a port number from 0 to 65535']);
  });

  test("says each fault in a line of its own, and no secret", async () => {
    const { code, lines } = await endOf({ LOG_LEVEL: "loud", SESSION_SECRET: "hunter2" });
    expect(code).toBe(1);
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain("hunter2");
  });

  test("says that the port is taken", async () => {
    const site = await startVelvetgate();
    const { code, lines } = await endOf({
      PORT: new URL(site.origin).port,
      ACQ_EMBEDDED_PORT: String(await freePort()),
      LOG_LEVEL: "silent",
    });
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(/^PORT \d+ is taken; choose another$/);
    await site.stop();
  });
});

describe("a site that runs", () => {
  let site: Velvetgate;
  beforeAll(async () => {
    site = await startVelvetgate();
  });
  afterAll(() => site.stop());

  test("says that it lives, that it is ready and how acq is", async () => {
    expect(await (await fetch(`${site.origin}/healthz`)).json()).toEqual({ status: "ok" });
    const ready = await fetch(`${site.origin}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ acq: "ok" });
  });

  test("finishes what is in flight when it is told to stop, and ends well", async () => {
    const own = await startVelvetgate();
    await own.addFault({ operationName: "checkRegistrationCode", kind: "delay", value: 1000 });
    const inFlight = fetch(own.url("/de?rc=WELCOME"));
    await expect.poll(() => fetch(own.url("/de")).then((answer) => answer.status)).toBe(200);
    const code = own.stop();
    expect((await inFlight).status).toBe(200);
    expect(await code).toBe(0);
  });
});

test("an instance whose acq is away serves the landing page, and says so where it is asked", async () => {
  const port = String(await freePort());
  const server = startProcess(["build/server.js"], {
    PORT: port,
    PUBLIC_ORIGIN: "https://club.example",
    SESSION_SECRET: "a secret that is long enough to be one",
    ACQ_GRAPHQL_URL: `http://127.0.0.1:${await freePort()}/graphql`,
  });
  const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await expect
    .poll(
      () =>
        at("/readyz").then(
          (answer) => answer.status,
          () => 0,
        ),
      { timeout: 15_000 },
    )
    .toBe(200);
  expect(await (await at("/readyz")).json()).toEqual({ acq: "down" });
  expect((await at("/de")).status).toBe(200);
  const failed = await at("/de?rc=WELCOME");
  expect(failed.status).toBe(503);
  expect(failed.headers.get("Retry-After")).toBe("5");
  expect(await failed.text()).toContain("acq-frontend-");
  expect(await server.stop()).toBe(0);
});
