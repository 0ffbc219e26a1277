import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { openRaw, rawRequest } from "../http/raw-http";
import { startVelvetgate } from "../support/velvetgate";
import { silent, startBrokenAcq } from "./broken-acq";

/** The probe of /readyz says nothing of a visitor. */
const isAsked = ({ req }: ServerResponse) => "x-session-id" in req.headers;

it("the built site needs no acq for its landing page, and gives up a call whose browser has gone", async () => {
  let visitorsCall = (_: ServerResponse): void => undefined;
  const asked = new Promise<ServerResponse>((resolve) => (visitorsCall = resolve));
  const acq = await startBrokenAcq((response) => {
    if (isAsked(response)) visitorsCall(response);
    // A proxy's own page, where acq should be.
    else response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Welcome</h1>");
  });
  const site = await startVelvetgate({
    env: {
      ACQ_EMBEDDED: "false",
      ACQ_GRAPHQL_URL: acq.url,
      SESSION_SECRET: "a secret of 32 characters or more",
    },
  });
  try {
    expect((await fetch(site.url("/de"))).status).toBe(200);
    expect(await (await fetch(site.url("/readyz"))).json()).toEqual({ acq: "down" });
    expect(acq.requests.filter((headers) => "x-session-id" in headers)).toEqual([]);

    const { port } = new URL(site.origin);
    const browser = openRaw(Number(port), rawRequest("GET /registration/formstarted?rc=WELCOME HTTP/1.1"));
    const call = await asked;
    browser.destroy();
    await once(call, "close");
    await expect.poll(() => site.log()).toContain('"gone":true');
    expect(site.log()).not.toContain("acq:");
  } finally {
    await site.stop();
  }
});

it("answers a page within seconds while acq is silent, and lets a form that was sent wait for acq", async () => {
  const acq = await startBrokenAcq(silent);
  const site = await startVelvetgate({
    env: {
      ACQ_EMBEDDED: "false",
      ACQ_GRAPHQL_URL: acq.url,
      SESSION_SECRET: "a secret of 32 characters or more",
    },
  });
  const leaving = new AbortController();
  try {
    let isFormAnswered = false;
    const fields = { intent: "check-code", registrationCode: "WELCOME" };
    fetch(site.url("/de"), { method: "POST", body: new URLSearchParams(fields), signal: leaving.signal })
      .then(() => (isFormAnswered = true))
      .catch(() => undefined);
    await acq.asked;
    // ACQ_TIMEOUT_MS is 30 s.
    const signal = AbortSignal.timeout(25_000);
    for (const path of ["/de/registration/formstarted?rc=WELCOME", "/de?rc=WELCOME"]) {
      const page = await fetch(site.url(path), { signal });
      expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "5"]);
      expect(await page.text()).toContain('<html lang="de-DE"');
    }
    expect(isFormAnswered).toBe(false);
  } finally {
    leaving.abort();
    await site.stop();
  }
});
