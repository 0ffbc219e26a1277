import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { openRawSocket, createRawRequest } from "../http/raw-http";
import { startSite } from "../server/foreign-acq";
import { startStubAcq, createUsableDetails } from "../server/stub-acq";
import { neverResponse, startBrokenAcq } from "../../support/broken-acq";

/**
 * Returns true if a visitor's request caused the call to acq. The probe of /readyz also calls acq, without a session
 * id.
 */
const isVisitorCall = ({ req }: ServerResponse) => "x-session-id" in req.headers;

it("site serves the landing page without acq, and cancels an acq call if the browser disconnects", async () => {
  let onVisitorCall = (_: ServerResponse): void => undefined;
  const acqCallPromise = new Promise<ServerResponse>((resolve) => (onVisitorCall = resolve));
  const acq = await startBrokenAcq((response) => {
    if (isVisitorCall(response)) onVisitorCall(response);
    // Answers other calls like a proxy that sends its own HTML page instead of acq's response.
    else response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Welcome</h1>");
  });
  const site = await startSite(acq.url);
  try {
    expect((await fetch(site.url("/de"))).status).toBe(200);
    expect(await (await fetch(site.url("/readyz"))).json()).toEqual({ acq: "down" });
    expect(acq.requests.filter((headers) => "x-session-id" in headers)).toEqual([]);

    const { port } = new URL(site.origin);
    const browser = openRawSocket(
      Number(port),
      createRawRequest("GET /registration/formstarted?rc=WELCOME HTTP/1.1"),
    );
    const call = await acqCallPromise;
    browser.destroy();
    await once(call, "close");
    await expect.poll(() => site.server.log()).toContain('"gone":true');
    expect(site.server.log()).not.toContain("acq:");
  } finally {
    await site.server.stop();
  }
});

it("site answers a page request within seconds if acq does not respond, but waits longer for a submitted form", async () => {
  const acq = await startBrokenAcq(neverResponse);
  const site = await startSite(acq.url);
  const abortController = new AbortController();
  try {
    let isFormAnswered = false;
    const fields = { intent: "check-code", registrationCode: "WELCOME" };
    fetch(site.url("/de"), {
      method: "POST",
      body: new URLSearchParams(fields),
      signal: abortController.signal,
    })
      .then(() => (isFormAnswered = true))
      .catch(() => undefined);
    await acq.requestPromise;
    // ACQ_TIMEOUT_MS (30 s) applies only to forms. Page requests have a shorter time limit of their own.
    const signal = AbortSignal.timeout(15_000);
    const paths = ["/de/registration/formstarted?rc=WELCOME", "/de?rc=WELCOME"];
    const pages = await Promise.all(paths.map((path) => fetch(site.url(path), { signal })));
    for (const page of pages) {
      expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "5"]);
      expect(await page.text()).toContain('<html lang="de-DE"');
    }
    expect(isFormAnswered).toBe(false);
  } finally {
    abortController.abort();
    await site.server.stop();
  }
});

it("site does not call acq for a cross-site image request or a rate-limited link", async () => {
  const calls: string[] = [];
  const acq = await startStubAcq((operation) => {
    calls.push(operation);
    return operation === "checkRegistrationCode" ? { registrationCodeDetails: null } : {};
  });
  const site = await startSite(acq.url);
  try {
    const imageRequestHeaders = { "Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site" };
    for (const path of ["/de?rc=ANY", "/de/registration/formstarted?rc=ANY"])
      await fetch(site.url(path), { headers: imageRequestHeaders, redirect: "manual" });
    expect(calls.filter((operation) => operation !== "")).toEqual([]);

    const openUnknownCode = (code: number) =>
      fetch(site.url(`/de?rc=UNKNOWN${code}`), { redirect: "manual" });
    for (let code = 0; code < 40; code += 1) expect((await openUnknownCode(code)).status).toBe(303);
    calls.length = 0;
    expect((await openUnknownCode(41)).status).toBe(429);
    expect(calls.filter((operation) => operation !== "")).toEqual([]);
  } finally {
    await site.server.stop();
    await acq.stop();
  }
});

it("site accepts a code from a form while code checks for page requests time out", async () => {
  const acq = await startStubAcq(async (operation, _authorization, headers) => {
    // Code checks for pages get no response and time out. Only the code check for the submitted form gets a response.
    if (operation === "checkRegistrationCode" && headers["x-source-page"] !== "/de")
      await new Promise(() => undefined);
    return createUsableDetails("Anna");
  });
  const site = await startSite(acq.url);
  try {
    const page = site.url("/de/registration/formstarted?rc=WELCOME");
    const responses = await Promise.all(Array.from({ length: 6 }, () => fetch(page)));
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(6).fill(503));
    const body = new URLSearchParams({ intent: "check-code", registrationCode: "WELCOME" });
    const form = await fetch(site.url("/de"), { method: "POST", body, redirect: "manual" });
    expect(form.status).toBe(303);
  } finally {
    await site.server.stop();
    await acq.stop();
  }
});
