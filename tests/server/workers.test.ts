import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startVelvetgate, type Velvetgate } from "../support/velvetgate";
import { filledForm, newHttpVisitor } from "./http-visitor";

let site: Velvetgate;
beforeAll(async () => {
  site = await startVelvetgate({ env: { WEB_CONCURRENCY: "2" } });
});
afterAll(async () => {
  await site.stop();
});

/** The processes of a process, as Linux tells them. */
function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.trim().split(" ").map(Number);
}

/** Each request on a connection of its own, so that each worker has its turn. */
const anew = { Connection: "close" };

describe("two workers behind one listener (docs/product.md#configuration)", () => {
  it("are one site: what one seals the other opens", async () => {
    for (let visit = 0; visit < 4; visit += 1) {
      const visitor = newHttpVisitor(site, { ...anew, "X-Forwarded-For": `10.1.0.${visit}` });
      const form = await visitor.get("/en/registration/formstarted?rc=WELCOME");
      const sent = await visitor.post(
        "/en/registration/formstarted",
        filledForm(form.body, `workers-${visit}@example.com`),
      );
      expect(sent.location).toMatch(/^\/en\/registration\/formfinished/);
    }
  });

  it("divide the limits among them", async () => {
    const visitor = newHttpVisitor(site, { ...anew, "X-Forwarded-For": "10.1.1.1" });
    const statuses: number[] = [];
    for (let guess = 0; guess < 14; guess += 1) {
      const answer = await visitor.post("/en", { intent: "check-code", registrationCode: `WRONG${guess}` });
      statuses.push(answer.status);
    }
    expect(statuses.slice(0, 5)).toEqual([422, 422, 422, 422, 422]);
    // One of the two has had seven of the fourteen at least, however they were shared out.
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(10);
  });

  it("end event streams in each other: a logout reaches all of a visitor’s pages", async () => {
    const visitor = newHttpVisitor(site, { ...anew, "X-Forwarded-For": "10.1.2.1" });
    const form = await visitor.get("/en/registration/formstarted?rc=WELCOME");
    await visitor.post("/en/registration/formstarted", filledForm(form.body, "followed@example.com"));
    const Cookie = [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
    const streams = await Promise.all(
      Array.from({ length: 6 }, () =>
        fetch(site.url("/registration/events"), {
          headers: { ...anew, Cookie, Accept: "text/event-stream" },
        }),
      ),
    );
    expect(streams.map(({ status }) => status)).toEqual(Array(6).fill(200));
    await visitor.post("/en/logout", {});
    const texts = await Promise.all(streams.map((stream) => stream.text()));
    for (const text of texts)
      expect(text).toMatch(/^retry: 3000\n\n(?:event: standing\ndata: waiting\n\n)?$/);
  });

  it("are two again when one has died, and nobody is turned away", async () => {
    const workers = childrenOf(site.pid).filter((pid) => nameOf(pid).includes("server.js"));
    expect(workers).toHaveLength(2);
    const [first = 0] = workers;
    process.kill(first, "SIGKILL");
    await expect.poll(() => site.log(), { timeout: 20_000 }).toContain("another takes its place");
    const visitor = newHttpVisitor(site, anew);
    for (let visit = 0; visit < 4; visit += 1) expect((await visitor.get("/de")).status).toBe(200);
  });

  it("say once where to go, and end when they are asked to", async () => {
    expect(site.log().split("is open:")).toHaveLength(2);
    expect(await site.stop()).toBe(0);
  });
});

function nameOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8");
}
