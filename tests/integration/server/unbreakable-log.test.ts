import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRawSocket, createRawRequest } from "../http/raw-http";
import { createFaultHeaders, startFaultySite } from "../../support/faulty-site";
import { findLinesWithMessage } from "../../support/log-lines";
import { close, listen } from "../../support/local-server";
import type { Velvetgate } from "../../support/velvetgate";
import { secret } from "./foreign-acq";
import { createHttpVisitor } from "./http-visitor";

const form = "/registration/formstarted";
/** 3000 different words, which are too many for V8 to compile as one regular expression. */
const lineTexts = Array.from({ length: 3000 }, (_, index) => `q${index.toString(36).padStart(3, "z")}`);
const secretText = "Quillane-4711";

let acq: SilentAcq;
let site: Velvetgate;
let port: number;
beforeEach(async () => {
  acq = await startSilentAcq();
  site = await startFaultySite({ ACQ_EMBEDDED: "false", ACQ_GRAPHQL_URL: acq.url, SESSION_SECRET: secret });
  port = Number(new URL(site.origin).port);
});
afterEach(async () => {
  await site.stop();
  await acq.stop();
});

interface SilentAcq {
  url: string;
  /** Resolves when the site calls acq the next time. This acq answers no call. */
  nextCall: () => Promise<void>;
  stop: () => Promise<void>;
}

async function startSilentAcq(): Promise<SilentAcq> {
  let notifyCall = (): void => undefined;
  const server = createServer(() => {
    notifyCall();
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    nextCall: () => new Promise((resolve) => (notifyCall = resolve)),
    stop: () => close(server),
  };
}

const readLog = () => site.log().replace(/^ {2}access codes: .*$/m, "");

/** Expects that the process is alive and has logged no text of the request. */
async function expectSiteWorks(): Promise<void> {
  expect((await createHttpVisitor(site).get("/de")).status).toBe(200);
  expect(readLog()).not.toMatch(/qzzz|Quillane|uncaught/);
}

describe("log with hostile input", () => {
  it("contains one line for each request, even if its URL has 3,000 words or its client disconnects early", async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const callPromise = acq.nextCall();
      const socket = openRawSocket(port, "");
      socket.write(createRawRequest(`GET ${form}?rc=NOPE${attempt}&a=${lineTexts.join("+")} HTTP/1.1`));
      await callPromise;
      socket.destroy();
      const findAbortedRequestLines = () =>
        findLinesWithMessage(site.log(), "request").filter((line) => line["gone"] === true);
      await expect.poll(() => findAbortedRequestLines().length, { timeout: 10_000 }).toBe(attempt + 1);
    }
    await expectSiteWorks();
  });

  it("contains no text of the URL of a request that fails because acq is unreachable", async () => {
    await acq.stop();
    const response = await createHttpVisitor(site).get(`${form}?rc=${secretText}&a=${lineTexts.join("+")}`);
    expect(response.status).toBe(503);
    await expectSiteWorks();
  });

  it("contains no data of a failed form of 60 KB, although the page shows an error id", async () => {
    const lastname = lineTexts.join(" ").repeat(5).slice(0, 60_000);
    const faultHeaders = createFaultHeaders("action", `${secretText} ${lastname.slice(0, 4000)}`);
    const response = await createHttpVisitor(site).post(
      "/de/login",
      { email: secretText, password: lastname },
      faultHeaders,
    );
    expect(response.status).toBe(500);
    expect(response.body).toMatch(/acq-frontend-[0-9a-f-]{36}/);
    await expectSiteWorks();
  });

  it("does not delay the exit after a hundred requests and an uncaught error", async () => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const email = `${secretText}-${attempt}@${lineTexts.slice(attempt, attempt + 20).join(".")}.example`;
      await createHttpVisitor(site).post("/de/login", {
        email,
        password: lineTexts.slice(attempt * 20).join(" "),
      });
    }
    await createHttpVisitor(site)
      .get("/de?rc=X", createFaultHeaders("uncaught", secretText))
      .catch(() => undefined);
    await expect.poll(() => site.log(), { timeout: 10_000 }).toContain("uncaught error: the process exits");
    expect(await site.stop()).toBe(1);
    expect(findLinesWithMessage(site.log(), "uncaught error: the process exits")).toHaveLength(1);
    expect(readLog()).not.toMatch(/qzzz|Quillane/);
  });

  it("contains a fixed line instead of a text that a package writes to the console", async () => {
    await createHttpVisitor(site).get("/de/login", createFaultHeaders("console", secretText));
    await expect
      .poll(() =>
        findLinesWithMessage(
          site.log(),
          "a package wrote to the console: err.stack names it; please tell the developers",
        ),
      )
      .toHaveLength(1);
    await expectSiteWorks();
  });
});
