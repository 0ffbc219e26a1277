import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../support/free-port";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { filledForm, readHiddenField, createHttpVisitor } from "./http-visitor";

let site: Velvetgate;
let metrics: string;
beforeAll(async () => {
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}/metrics`;
  site = await startVelvetgate({ env: { METRICS_PORT: String(port) } });
});
afterAll(() => site.stop());

const readMetrics = async () => (await fetch(metrics, { headers: { Connection: "close" } })).text();

/** Returns the values of a Prometheus metric by their labels, in Prometheus's notation. */
async function readSeriesValues(name: string): Promise<Record<string, number>> {
  const lines = [...(await readMetrics()).matchAll(new RegExp(`^${name}(?:{(.*)})? (\\S+)$`, "gm"))];
  return Object.fromEntries(lines.map(([, labels = "", value]) => [labels, Number(value)]));
}

const formatRequestLabels = (route: string, method: string, status: number) =>
  `route="${route}",method="${method}",status="${status}"`;

/**
 * Waits until the metric has these series. A request is counted after its response, which the client may receive
 * earlier.
 */
async function expectSeries(name: string, expected: Record<string, number>): Promise<void> {
  await expect.poll(() => readSeriesValues(name), { timeout: 10_000 }).toMatchObject(expected);
}

it("limit counters start at zero, so that Prometheus notices the first rejection", async () => {
  const limitNames = ["guess", "linkedGuess", "password", "mail", "resend", "check", "activation"];
  const zeroEntries = [...limitNames, "registration", "interest"].map((name) => [`limit="${name}"`, 0]);
  expect(await readSeriesValues("velvetgate_limit_hits_total")).toEqual(Object.fromEntries(zeroEntries));
});

it("metrics counters increase by exactly the number of visitors' actions", async () => {
  const visitor = createHttpVisitor(site, { "X-Forwarded-For": "203.0.113.7" });
  for (let visit = 0; visit < 3; visit += 1) await createHttpVisitor(site).get("/de");
  const form = await visitor.get("/de/registration/formstarted?rc=WELCOME");
  await visitor.post("/de/registration/formstarted", filledForm(form.body, "figures@example.com"));
  const memberVisitor = createHttpVisitor(site);
  const memberForm = await memberVisitor.get("/fr/registration/formstarted?rc=WELCOME");
  await memberVisitor.post("/fr/registration/formstarted", filledForm(memberForm.body, "active@example.com"));
  await createHttpVisitor(site).get("/registration/formstarted?rc=EXPIRED");
  await createHttpVisitor(site).get(`/s/not-a-token`);
  await createHttpVisitor(site).get("/nobody/knows/this");
  await createHttpVisitor(site).get("/nor/this/one");
  await fetch(site.url("/de"), { method: "PROPFIND" });

  await expectSeries("velvetgate_http_requests_total", {
    [formatRequestLabels("/:slug?", "GET", 200)]: 3,
    [formatRequestLabels("/registration/formstarted", "GET", 200)]: 2,
    [formatRequestLabels("/registration/formstarted", "POST", 303)]: 2,
    [formatRequestLabels("/registration/formstarted", "GET", 303)]: 1,
    [formatRequestLabels("/s/:token", "GET", 404)]: 1,
    [formatRequestLabels("*", "GET", 302)]: 2,
    [formatRequestLabels("/:slug?", "other", 405)]: 1,
  });
  await expectSeries("velvetgate_http_request_duration_seconds_count", {
    [formatRequestLabels("/registration/formstarted", "POST", 303)]: 2,
  });
  expect(await readSeriesValues("velvetgate_registrations_total")).toEqual({
    'outcome="created"': 1,
    'outcome="active"': 1,
    'outcome="refused"': 0,
    'outcome="pending"': 0,
  });
  expect(await readSeriesValues("velvetgate_code_checks_total")).toEqual({
    'error="none"': 2,
    'error="NO_ANSWER"': 0,
    'error="REGISTRATION_CODE_EXPIRED"': 1,
  });
  // Two visitors caused four checks. A code counts once for each network.
  expect(await readSeriesValues("velvetgate_invited_total")).toEqual({ "": 2 });
  const callCounts = await readSeriesValues("velvetgate_acq_call_duration_seconds_count");
  expect(callCounts['operation="submitRegistration",outcome="ok"']).toBe(2);
  expect(callCounts['operation="checkRegistrationCode",outcome="ok"']).toBe(5);
});

it("damaged link counter counts each network once, and neither HEAD requests nor crawlers", async () => {
  const damagedPath = `/de/social?rc=${encodeURIComponent("{{contact.code}}")}`;
  const visitor = createHttpVisitor(site, { "X-Forwarded-For": "203.0.113.11" });
  for (let visit = 0; visit < 2; visit += 1) expect((await visitor.get(damagedPath)).status).toBe(303);
  await createHttpVisitor(site, { "X-Forwarded-For": "203.0.113.12" }).get(
    "/registration/formstarted?rc=one&rc=other",
  );
  const scannerHeaders = { "X-Forwarded-For": "203.0.113.13", "User-Agent": "Googlebot/2.1" };
  await createHttpVisitor(site, scannerHeaders).get(damagedPath);
  for (const [index, path] of ["/de?rc=", "/registration/formstarted?vt=1"].entries())
    await createHttpVisitor(site, { "X-Forwarded-For": `203.0.113.${30 + index}` }).get(path);
  const headResponse = await fetch(site.url(damagedPath), { method: "HEAD", redirect: "manual" });
  expect(headResponse.status).toBe(303);
  await expectSeries("velvetgate_damaged_links_total", { "": 4 });
});

it("activation counters count each failed link once, including damaged links", async () => {
  const visitor = createHttpVisitor(site, { "X-Forwarded-For": "203.0.113.10" });
  const path = "/en/registration/activateaccount";
  const form = await visitor.get(`${path}?accountActivationId=unknown`);
  const fields = { accountActivationId: "unknown", formToken: readHiddenField(form.body, "formToken") };
  for (let click = 0; click < 3; click += 1) expect((await visitor.post(path, fields)).status).toBe(303);
  const otherVisitor = createHttpVisitor(site, { "X-Forwarded-For": "203.0.113.20" });
  for (let visit = 0; visit < 2; visit += 1)
    await otherVisitor.get(`${path}?accountActivationId=one&accountActivationId=other`);
  await expectSeries("velvetgate_activations_total", {
    'status="ACTIVATED"': 0,
    'status="NOT_FOUND"': 2,
  });
});

it("metrics count the repeated forms of a visitor as one registration and one activation", async () => {
  const visitor = createHttpVisitor(site, { "X-Forwarded-For": "203.0.113.21" });
  const [registrations, activations] = [
    await readSeriesValues("velvetgate_registrations_total"),
    await readSeriesValues("velvetgate_activations_total"),
  ];
  const path = "/de/registration/formstarted";
  const form = filledForm((await visitor.get(`${path}?rc=WELCOME`)).body, "repeated@example.com");
  for (let submission = 0; submission < 3; submission += 1)
    expect((await visitor.post(path, form)).status).toBe(303);
  const [mail] = await site.fetchMailsTo("repeated@example.com");
  const link = new URL(mail?.links[0] ?? "");
  const accountActivationId = link.searchParams.get("accountActivationId") ?? "";
  for (let submission = 0; submission < 3; submission += 1)
    expect((await visitor.post(link.pathname, { accountActivationId })).status).toBe(303);
  await expectSeries("velvetgate_registrations_total", {
    'outcome="created"': (registrations['outcome="created"'] ?? 0) + 1,
  });
  await expectSeries("velvetgate_activations_total", {
    'status="ACTIVATED"': (activations['status="ACTIVATED"'] ?? 0) + 1,
  });
});

it("damaged link counter counts the /64 networks of a /56 once", async () => {
  const damagedLinks = await readSeriesValues("velvetgate_damaged_links_total");
  for (const address of ["2001:db8:0:a0::1", "2001:db8:0:a1::1", "2001:db8:0:100::1"])
    await createHttpVisitor(site, { "X-Forwarded-For": address }).get("/de?rc=one&rc=other");
  await expectSeries("velvetgate_damaged_links_total", { "": (damagedLinks[""] ?? 0) + 2 });
});

it("clock gauge shows the current time", async () => {
  const earliestStartSeconds = Date.now() / 1000;
  const { "": clock } = await readSeriesValues("velvetgate_clock_seconds");
  expect(clock).toBeGreaterThanOrEqual(earliestStartSeconds);
  expect(clock).toBeLessThanOrEqual(Date.now() / 1000);
});

it("proxy check gauge shows the time of the last check by HAProxy, and 0 before the first check", async () => {
  const readyzUrl = metrics.replace("/metrics", "/readyz");
  await fetch(readyzUrl);
  expect(await readSeriesValues("velvetgate_proxy_check_timestamp_seconds")).toEqual({ "": 0 });
  const earliestTime = Date.now() / 1000;
  const { port } = new URL(site.url("/"));
  await fetch(readyzUrl, {
    headers: { "X-Haproxy-Server-State": `UP; port=${port}; name=pages/instance-1` },
  });
  const { "": checkTime } = await readSeriesValues("velvetgate_proxy_check_timestamp_seconds");
  expect(checkTime).toBeGreaterThanOrEqual(earliestTime);
  expect(checkTime).toBeLessThanOrEqual(Date.now() / 1000);
});

it("limit counters count only the rejected requests", async () => {
  const guessingVisitor = createHttpVisitor(site, { "X-Forwarded-For": "203.0.113.8" });
  for (let attempt = 0; attempt < 11; attempt += 1)
    await guessingVisitor.post("/en", { intent: "check-code", registrationCode: `WRONG${attempt}` });
  await expectSeries("velvetgate_limit_hits_total", { 'limit="guess"': 1 });
});

it("event stream gauges count open streams", async () => {
  const followerVisitor = createHttpVisitor(site, { "X-Forwarded-For": "203.0.113.9" });
  const form = await followerVisitor.get("/sv/registration/formstarted?rc=WELCOME");
  await followerVisitor.post("/sv/registration/formstarted", filledForm(form.body, "followed@example.com"));
  const cookie = [...followerVisitor.cookies].map((pair) => pair.join("=")).join("; ");
  const abortController = new AbortController();
  await fetch(site.url("/sv/registration/events"), {
    signal: abortController.signal,
    headers: { Cookie: cookie },
  });
  await expectSeries("velvetgate_event_streams", { "": 1 });
  await expectSeries("velvetgate_followed_registrations", { "": 1 });
  abortController.abort();
  await expectSeries("velvetgate_event_streams", { "": 0 });
});

it("acq gauges show whether acq is available and whether the circuit breaker is open", async () => {
  await expectSeries("velvetgate_acq_up", { "": 1 });
  await expectSeries("velvetgate_acq_breaker_open", { "": 0 });
  await site.addFault({ operationName: "*", kind: "status", value: 502, times: 500 });
  for (const clientNumber of [1, 2, 2, 2, 3])
    await createHttpVisitor(site, { "X-Forwarded-For": `203.0.113.${100 + clientNumber}` }).get(
      "/registration/formstarted?rc=WELCOME",
    );
  await expectSeries("velvetgate_acq_breaker_open", { "": 1 });
  // The metric counts networks: the three checks of the second client count once.
  await expectSeries("velvetgate_code_checks_total", { 'error="NO_ANSWER"': 3 });
  const callCounts = await readSeriesValues("velvetgate_acq_call_duration_seconds_count");
  expect(callCounts['operation="checkRegistrationCode",outcome="network"']).toBeGreaterThan(0);
  expect(callCounts['operation="checkRegistrationCode",outcome="breaker"']).toBeGreaterThan(0);
  // Waits for the state of acq at /readyz, which may be two seconds old.
  const readReadiness = async () => (await fetch(site.url("/readyz"))).text();
  await expect.poll(readReadiness, { timeout: 10_000 }).toBe('{"acq":"down"}');
  await expectSeries("velvetgate_acq_up", { "": 0 });
  await site.clearFaults();
  await expectSeries("velvetgate_acq_up", { "": 1 });
});

it("HAProxy's health check with the port of another server is logged once", async () => {
  const sendProxyCheck = async (checkedPort: number) => {
    const serverStateHeader = `UP; address=127.0.0.1; port=${checkedPort}; name=pages/instance-1`;
    return fetch(metrics.replace("/metrics", "/readyz"), {
      headers: { "X-Haproxy-Server-State": serverStateHeader },
    });
  };
  const ownPort = Number(new URL(site.url("/")).port);
  expect((await sendProxyCheck(ownPort)).status).toBe(200);
  for (let times = 0; times < 2; times += 1) expect((await sendProxyCheck(ownPort + 1)).status).toBe(200);
  await expect.poll(() => site.log()).toContain(`"checkedPort":${ownPort + 1}`);
  expect(site.log().match(/"checkedPort"/g)).toHaveLength(1);
});

it("metrics contain no text of a visitor", async () => {
  expect(await readMetrics()).not.toMatch(/WELCOME|WRONG|example\.com|203\.0|nobody|not-a-token|rc=/);
});
