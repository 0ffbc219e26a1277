import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRawSocket, createRawRequest, sendRawBytes } from "../http/raw-http";
import {
  findLinesWithMessage,
  requestLinesIn,
  collectRequestLines,
  type LogLine,
} from "../../support/log-lines";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { filledForm, readHiddenField, createHttpVisitor } from "./http-visitor";

/** A text that tests send in queries, cookies, bodies, paths and addresses. The log must not contain this text. */
const visitorText = "Canaryqz";
const clientAddress = "203.0.113.77";

let site: Velvetgate;
let port: number;
beforeAll(async () => {
  site = await startVelvetgate({ env: { LOG_LEVEL: "debug" } });
  port = Number(new URL(site.origin).port);
});
afterAll(() => site.stop());

const collectLinesOf = (requests: () => Promise<unknown>, lineCount?: number) =>
  collectRequestLines(site, requests, lineCount);

const requiredFields = [
  "level",
  "time",
  "msg",
  "method",
  "route",
  "status",
  "durationMs",
  "correlationId",
  "cache",
];
const id = /^acq-frontend-[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

function expectLine(line: LogLine | undefined, extraFieldNames: string[], expectedFields: object): void {
  expect(Object.keys(line ?? {}).sort()).toEqual([...requiredFields, ...extraFieldNames].sort());
  expect(line).toMatchObject({ level: 30, ...expectedFields });
  expect(line?.["correlationId"]).toMatch(id);
  expect(line?.["durationMs"]).toBeTypeOf("number");
}

const createVisitor = () =>
  createHttpVisitor(site, {
    "X-Forwarded-For": clientAddress,
    Referer: `https://partner.example/${visitorText}`,
  });
const sendRawRequest = (line: string, headers = {}, body = "") =>
  sendRawBytes(
    port,
    createRawRequest(line, { Host: `localhost:${port}`, Accept: "text/html", ...headers }, body),
  );

describe("request log line", () => {
  it("shows whether a shared page was rendered, served from the cache or unchanged", async () => {
    const [renderedLine] = await collectLinesOf(() =>
      createVisitor().get(`/it/${visitorText.toLowerCase()}`),
    );
    const path = `/it/${visitorText.toLowerCase()}?utm_source=${visitorText}`;
    const [hit] = await collectLinesOf(() => createVisitor().get(path));
    const [unchangedLine] = await collectLinesOf(() => createVisitor().get(path, { "If-None-Match": "*" }));
    const landingFields = { method: "GET", route: "/:slug?", locale: "it" };
    expectLine(renderedLine, ["locale"], { ...landingFields, status: 200, cache: "miss" });
    expectLine(hit, ["locale"], { ...landingFields, status: 200, cache: "hit" });
    expectLine(unchangedLine, ["locale"], { ...landingFields, status: 304, cache: "hit" });
  });

  it("contains acq's response time, and shows when a page template was used", async () => {
    const path = "/de/registration/formstarted?rc=WELCOME";
    const [firstLine] = await collectLinesOf(() => createVisitor().get(path));
    // The second visit starts the creation of the page's template and does not wait for it.
    let lastLine = firstLine;
    for (let visits = 0; visits < 20 && lastLine?.["cache"] !== "template"; visits += 1)
      [lastLine] = await collectLinesOf(() => createVisitor().get(path));
    const form = { method: "GET", route: "/registration/formstarted", status: 200, locale: "de" };
    expectLine(firstLine, ["locale", "session", "acqMs"], { ...form, cache: "none" });
    expectLine(lastLine, ["locale", "session", "acqMs"], { ...form, cache: "template" });
    // The log contains a hash of the session id, because the id itself proves the sender of a form without Origin and
    // Sec-Fetch-Site.
    expect(firstLine?.["session"]).toMatch(/^[\w-]{22}$/);
  });

  it("has an id that also appears in the log lines of its acq calls, next to each call's id", async () => {
    const [page] = await collectLinesOf(() => createVisitor().get("/de/registration/formstarted?rc=VIP2026"));
    const requestId = page?.["correlationId"];
    const acqCalls = findLinesWithMessage(site.log(), "acq call").filter(
      (line) => line["requestId"] === requestId,
    );
    const correlationIds = [requestId, ...acqCalls.map((line) => line["correlationId"])].map(String);
    expect(correlationIds.length).toBeGreaterThan(1);
    for (const loggedId of correlationIds) expect(loggedId).toMatch(id);
    // No request id can be derived from another request id: the ids differ in more than their last characters.
    expect(new Set(correlationIds.map((loggedId) => loggedId.slice(0, -3))).size).toBe(correlationIds.length);
    const checkCall = acqCalls.find((line) => line["operation"] === "checkRegistrationCode");
    expect(Object.keys(checkCall ?? {}).sort()).toEqual(
      [
        "level",
        "time",
        "msg",
        "operation",
        "outcome",
        "attempts",
        "durationMs",
        "correlationId",
        "requestId",
      ].sort(),
    );
    expect(checkCall).toMatchObject({ level: 20, outcome: "ok", attempts: 1 });
  });

  it("shows a submitted form and the redirect that answers it", async () => {
    const formVisitor = createVisitor();
    const [, line] = await collectLinesOf(async () => {
      const form = await formVisitor.get("/en/registration/formstarted?rc=WELCOME");
      const formFields = { ...filledForm(form.body, `${visitorText}@example.com`), firstname: visitorText };
      await formVisitor.post("/en/registration/formstarted", formFields);
    }, 2);
    expectLine(line, ["locale", "session", "acqMs"], {
      method: "POST",
      route: "/registration/formstarted",
      status: 303,
      locale: "en",
      cache: "none",
    });
  });

  it("shows failed and successful sign-ins, and pages for administrators", async () => {
    const member = createVisitor();
    const email = "member@example.com";
    const splitGeneratorPath = "/de/admin/splitgenerator";
    const lines = await collectLinesOf(async () => {
      await member.get(splitGeneratorPath);
      const formToken = readHiddenField((await member.get("/de/login")).body, "formToken");
      await member.post("/de/login", { formToken, email, password: visitorText });
      await member.post("/de/login", { formToken, email, password: "velvetgate" });
      await member.get(splitGeneratorPath);
    }, 5);
    const summaries = lines.map(({ method, route, status }) => [method, route, status]);
    expect(summaries).toEqual([
      ["GET", "/admin/splitgenerator", 303],
      ["GET", "/login", 200],
      ["POST", "/login", 422],
      ["POST", "/login", 303],
      ["GET", "/admin/splitgenerator", 404],
    ]);
  });

  it("shows the reason why the request guard rejected a request", async () => {
    const [foreign] = await collectLinesOf(() =>
      sendRawRequest("POST /de/login HTTP/1.1", {
        Origin: `https://${visitorText}.example`,
        "Content-Length": "0",
        "Content-Type": "application/x-www-form-urlencoded",
      }),
    );
    expectLine(foreign, ["locale", "session", "refusal"], {
      method: "POST",
      route: "/login",
      status: 403,
      refusal: "foreign origin",
    });
    const [method] = await collectLinesOf(() => sendRawRequest(`DELETE /de/s/${visitorText} HTTP/1.1`));
    expectLine(method, ["locale", "session", "refusal"], {
      method: "DELETE",
      route: "/s/:token",
      status: 405,
    });
  });

  it("omits method and duration for invalid HTTP", async () => {
    const [line] = await collectLinesOf(() =>
      sendRawBytes(port, `GET /${visitorText} HTTP/1.1\r\n${visitorText}\r\n\r\n`),
    );
    expect(Object.keys(line ?? {}).sort()).toEqual(
      ["level", "time", "msg", "route", "status", "correlationId", "cache", "refusal"].sort(),
    );
    expect(line).toMatchObject({ route: "*", status: 400, refusal: "no HTTP" });
    const [connect] = await collectLinesOf(() =>
      sendRawRequest(`CONNECT ${visitorText}.example:443 HTTP/1.1`),
    );
    expect(connect).toMatchObject({ method: "CONNECT", route: "*", status: 405 });
  });

  it("appears alone, without other log lines, for a request with an invalid body", async () => {
    const [line] = await collectLinesOf(() =>
      sendRawRequest(
        "POST /de/login HTTP/1.1",
        {
          Origin: site.origin,
          "Transfer-Encoding": "chunked",
          "Content-Type": "application/x-www-form-urlencoded",
        },
        `${visitorText}\r\n`,
      ),
    );
    expectLine(line, ["refusal"], { method: "POST", route: "/login", status: 400, refusal: "no HTTP" });
  });

  it("has a route pattern instead of the path for files, missing files and unknown URLs", async () => {
    const [file] = await collectLinesOf(() => createVisitor().get("/icon.svg"));
    expectLine(file, [], { route: "/:file", status: 200 });
    const [asset] = await collectLinesOf(() => createVisitor().get(`/assets/${visitorText}.js`));
    expectLine(asset, [], { route: "/assets/*", status: 404 });
    const [redirectLine] = await collectLinesOf(() =>
      createVisitor().get(`/nl/${visitorText}/${visitorText}`),
    );
    expectLine(redirectLine, ["locale", "session"], { route: "*", status: 302, locale: "nl" });
  });

  it("has the level debug for a successful probe", async () => {
    const [line] = await collectLinesOf(() => fetch(site.url(`/healthz?${visitorText}`)));
    expectLine(line, [], { level: 20, route: "/healthz", status: 200 });
  });

  it("shows that the client disconnected before the response", async () => {
    await site.addFault({ operationName: "checkRegistrationCode", kind: "delay", value: 20_000 });
    const request = createRawRequest(`GET /fr/registration/formstarted?rc=${visitorText} HTTP/1.1`);
    const [line] = await collectLinesOf(
      () =>
        new Promise((resolve) => {
          const socket = openRawSocket(port, "");
          socket.once("close", resolve).write(request, () => socket.destroy());
        }),
    );
    await site.clearFaults();
    expectLine(line, ["locale", "session", "acqMs", "gone"], {
      route: "/registration/formstarted",
      status: 499,
      gone: true,
      locale: "fr",
    });
  });

  it("appears for an event stream when the stream ends", async () => {
    const follower = createVisitor();
    await collectLinesOf(async () => {
      const form = await follower.get("/sv/registration/formstarted?rc=WELCOME");
      await follower.post("/sv/registration/formstarted", filledForm(form.body, "follower@example.com"));
    }, 2);
    const [line] = await collectLinesOf(async () => {
      const abortController = new AbortController();
      const cookie = [...follower.cookies].map((pair) => pair.join("=")).join("; ");
      const eventStreamResponse = await fetch(site.url("/sv/registration/events"), {
        signal: abortController.signal,
        headers: { Cookie: cookie },
      });
      expect(eventStreamResponse.headers.get("Content-Type")).toBe("text/event-stream");
      abortController.abort();
    });
    expectLine(line, ["locale", "session", "gone"], {
      route: "/registration/events",
      status: 200,
      gone: true,
    });
  });

  it("has the level warn for a failing acq", async () => {
    await site.addFault({ operationName: "*", kind: "status", value: 502, times: 9 });
    const [line] = await collectLinesOf(() => createVisitor().get("/de/registration/formstarted?rc=WELCOME"));
    await site.clearFaults();
    expectLine(line, ["locale", "session", "acqMs"], { level: 40, status: 503 });
  });
});

it("request log contains no part of query, body, cookies, paths or IP addresses", async () => {
  const formVisitor = createVisitor();
  formVisitor.cookies.set("draft", visitorText);
  await collectLinesOf(() => formVisitor.get(`/de/s/${visitorText}?x=${visitorText}`));
  const jsonLogText = site
    .log()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .join("\n");
  expect(jsonLogText).not.toMatch(
    new RegExp(`${visitorText}|canary|WELCOME|VIP2026|${clientAddress}|127\\.0\\.0\\.1|rc=`, "i"),
  );
});

it("request log has one complete line for each of 300 simultaneous visits", async () => {
  const busySite = await startVelvetgate();
  const visits = Array.from({ length: 300 }, () => fetch(busySite.url("/pl")).then((page) => page.text()));
  await Promise.all(visits);
  expect(await busySite.stop()).toBe(0);
  const lines = requestLinesIn(busySite.log());
  expect(lines).toHaveLength(300);
  expect(new Set(lines.map((line) => line["correlationId"])).size).toBe(300);
});

it("request log writes the last line even if the log is read late and no line follows", async () => {
  const readHealthLines = (): LogLine[] =>
    requestLinesIn(site.log()).filter(({ route }) => route === "/healthz");
  const countBefore = readHealthLines().length;
  const resumeReading = site.pauseReading();
  // Logs more lines than the pipe's buffer holds, so that the last lines are logged while earlier lines still wait.
  for (let attempt = 0; attempt < 40; attempt += 1)
    await Promise.all(Array.from({ length: 50 }, () => fetch(site.url("/healthz"))));
  // Resumes reading only after the longest time for which the log writer waits for its reader.
  await delay(500);
  resumeReading();
  await expect.poll(() => readHealthLines().length - countBefore, { timeout: 10_000 }).toBe(2000);
});

it("request log writes all pending lines before the process ends", async () => {
  const countBefore = requestLinesIn(site.log()).length;
  for (let visit = 0; visit < 20; visit += 1) await createVisitor().get("/pl");
  expect(await site.stop()).toBe(0);
  expect(requestLinesIn(site.log()).length - countBefore).toBe(20);
});
