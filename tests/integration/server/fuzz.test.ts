import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openRawSocket, readResponse, type RawResponse } from "../http/raw-http";
import { startSite, type Site } from "./foreign-acq";
import { filledForm, createHttpVisitor } from "./http-visitor";
import { startEnvelopeSink, type EnvelopeSink } from "../../support/envelope-sink";
import { freePort } from "../../support/free-port";
import {
  visitWithLongField,
  visitsWithManyMarks,
  visitWithManyWords,
  visit,
  type OpenedForm,
  type ArbitraryVisit,
} from "./arbitrary-visits";
import { surroundWithMarkers, marker, arbitraryText } from "./arbitrary-words";
import { startTextControlledAcq, type TextControlledAcq } from "./text-controlled-acq";

/** Maximum CPU time of four visits in seconds: many times what pages take, enough for a busy machine. */
const maxCpuSeconds = 1.5;

/**
 * Generates the texts that acq sends. Most texts are short enough for the site to accept, since a visit ends early
 * after an invalid text.
 */
const acqWord = fc.oneof(
  { weight: 5, arbitrary: arbitraryText(40) },
  { weight: 1, arbitrary: arbitraryText(64 * 1024) },
);

/**
 * In the second example acq fails, as it does for a text with a length that is divisible by sixteen
 * (text-controlled-acq.ts).
 */
const visitExamples: [ArbitraryVisit[], string[]][] = [
  [Array.from({ length: 4 }, () => visitWithManyWords), [surroundWithMarkers("inviter")]],
  [[visitWithLongField], [surroundWithMarkers("").slice(0, 16)]],
  [[...visitsWithManyMarks, ...visitsWithManyMarks], [surroundWithMarkers("inviter")]],
];

let acq: TextControlledAcq;
let reportSink: EnvelopeSink;
let site: Site;
let metricsPort: number;
let openedPage: OpenedForm;

beforeAll(async () => {
  metricsPort = await freePort();
  [acq, reportSink] = await Promise.all([startTextControlledAcq(), startEnvelopeSink()]);
  site = await startSite(acq.url, {
    FORM_MIN_SECONDS: "0",
    LOG_LEVEL: "debug",
    TRUST_PROXY: "1",
    METRICS_PORT: String(metricsPort),
    SENTRY_DSN: reportSink.dsn,
  });
  acq.setResponseTexts(["terms-de"]);
  const visitor = createHttpVisitor(site);
  const form = await visitor.get("/registration/formstarted?rc=WELCOME");
  const fields = { ...filledForm(form.body, "visitor@example.com"), password: "a password" };
  openedPage = {
    origin: site.origin,
    cookies: visitor.cookies,
    fields: { ...fields, registrationCode: "WELCOME", accountActivationId: "an-id" },
  };
});

afterAll(async () => {
  await site.server.stop();
  await Promise.all([acq.stop(), reportSink.stop()]);
});

it("server stays fast and logs no visitor data for random requests and acq responses", async () => {
  let usageBefore = await readCpuAndMetrics();
  await fc.assert(
    fc.asyncProperty(
      fc.array(visit, { minLength: 1, maxLength: 4 }),
      fc.array(acqWord, { minLength: 1, maxLength: 6 }),
      async (visits, acqTexts) => {
        acq.setResponseTexts(acqTexts);
        for (const [index, status] of (await sendVisits(visits)).entries())
          expect(isExpectedStatus(status), `${status}: ${visits[index]?.request(openedPage) ?? ""}`).toBe(
            true,
          );
        expect((await fetch(site.url("/healthz"))).status).toBe(200);
        const usageAfter = await readCpuAndMetrics();
        expect(usageAfter.cpuSeconds - usageBefore.cpuSeconds).toBeLessThan(maxCpuSeconds);
        usageBefore = usageAfter;
      },
    ),
    // Does not shrink a failed example, because the earlier visits have already changed the state of the process.
    { numRuns: 100, endOnFailure: true, examples: visitExamples },
  );
  expect(await site.server.stop()).toBe(0);
  for (const output of [site.server.log(), usageBefore.metrics, reportSink.bodies().join("\n")])
    expect(excerptAroundMarker(output.toLowerCase())).toBe("");
});

/** Returns true if the site is not the cause of the response status. Status 503 means that acq has failed. */
const isExpectedStatus = (status: number) => status < 500 || status === 503;

/**
 * Sends the visits at the same time, and waits until all have ended.
 * @returns the statuses; 0 for a client that disconnected
 */
async function sendVisits(visits: readonly ArbitraryVisit[]): Promise<number[]> {
  const disconnections: Promise<unknown>[] = [];
  const responses = visits.map(async ({ request, disconnect }) => {
    const bytes = Buffer.from(request(openedPage), "latin1");
    const nextCall = acq.waitForNextCall();
    const sentBytes =
      disconnect.closedWhen === "sending"
        ? Math.floor(bytes.length * disconnect.sentRequestShare)
        : bytes.length;
    const socket = openRawSocket(Number(new URL(site.origin).port), bytes.subarray(0, sentBytes));
    const response = readResponse(socket);
    // Closes the connection of a rejected request, for which the server would wait a second, and of an event stream,
    // which does not end.
    socket.once("data", (firstChunk: Buffer) => {
      if (/^HTTP\/1\.1 4|text\/event-stream/.test(firstChunk.toString("latin1"))) socket.end();
    });
    const closePromise = new Promise((resolve) => socket.once("close", resolve));
    if (disconnect.closedWhen === "never") return recordResponse(await response);
    disconnections.push(closePromise);
    const writePromise = new Promise((resolve) => socket.write("", resolve));
    await Promise.race([disconnect.closedWhen === "asked" ? nextCall : writePromise, closePromise]);
    socket.destroy();
    await closePromise;
    return 0;
  });
  // Delays acq's responses until the clients that abort their requests have disconnected.
  acq.delayResponse(Promise.all(disconnections));
  return Promise.all(responses);
}

/** Stores the cookies of a response for later visits, and returns its status. */
function recordResponse(response: RawResponse | undefined): number {
  for (const line of response?.headers.get("set-cookie")?.split("\n") ?? []) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (line.includes("Max-Age=0")) openedPage.cookies.delete(name);
    else openedPage.cookies.set(name, value);
  }
  return response?.status ?? 0;
}

async function readCpuAndMetrics(): Promise<{ cpuSeconds: number; metrics: string }> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return { cpuSeconds: Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)?.[1]), metrics };
}

/** Returns the marker with the text around it, or "" without a marker. */
function excerptAroundMarker(text: string): string {
  const index = text.indexOf(marker);
  return index === -1 ? "" : text.slice(Math.max(0, index - 200), index + 200);
}
