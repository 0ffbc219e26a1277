import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRequestContext } from "~/request/context.server";
import { createTokenCrypto } from "~/crypto/sealing.server";
import * as events from "~/routes/registration/events/route";
import * as formFinished from "~/routes/registration/formfinished/route";
import * as formStarted from "~/routes/registration/formstarted/route";
import * as login from "~/routes/login/route";
import * as logout from "~/routes/logout/route";
import { activateElsewhere } from "../../tests/integration/live/activate-elsewhere";
import { formPath, loadFilledForm } from "../../tests/support/registration";
import { requestInfoOf } from "../../tests/support/request-info";
import { startClub, type Club } from "../../tests/support/route-context";
import { newVisitor, type Visitor } from "../../tests/support/visitor";

const path = "/de/registration/events";
let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

async function registerVisitor(): Promise<Visitor> {
  const visitor = newVisitor(club);
  await visitor.post(formStarted, formPath, await loadFilledForm(visitor));
  return visitor;
}

/** Requests the event stream of a visitor's registration. */
function requestEvents(
  cookie: string,
  { method = "GET", isData = false, clientAddress = "192.0.2.77", of: site = club } = {},
): Promise<Response> {
  const app = createRequestContext(
    site.services,
    requestInfoOf(isData ? `${path}.data` : path, { cookie, clientAddress }),
  );
  const request = new Request(`https://club.example${path}`, { method });
  return events.loader({ request, params: {}, context: { app } });
}

const formatCookies = ({ cookies }: Visitor) =>
  [...cookies].map((cookiePair) => cookiePair.join("=")).join("; ");

/** Reads the stream until it contains the expected text. Without an expected text, reads to the end. */
async function readUntil(response: Response, expectedText?: string): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = "";
  while (reader && (expectedText === undefined || !text.includes(expectedText))) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value);
  }
  reader?.releaseLock();
  return text;
}

describe("event stream at /registration/events", () => {
  it("sends the state of the visitor's registration, with headers that prevent buffering", async () => {
    const response = await requestEvents(formatCookies(await registerVisitor()));
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/event-stream");
    expect(response.headers.get("Cache-Control")).toBe("no-store, no-transform");
    expect(response.headers.get("X-Accel-Buffering")).toBe("no");
    expect(await readUntil(response, "status")).toMatch(/^retry: \d+\n\n/);
    await response.body?.cancel();
  });

  it("answers HEAD with headers only", async () => {
    const response = await requestEvents(formatCookies(await registerVisitor()), { method: "HEAD" });
    expect([response.status, response.body]).toEqual([200, null]);
    expect(response.headers.get("Content-Type")).toBe("text/event-stream");
  });

  it("answers Remix data requests with 204, since such a request would wait for the end of the stream", async () => {
    const response = await requestEvents(formatCookies(await registerVisitor()), { isData: true });
    expect(response.status).toBe(204);
  });

  it("sends the activation and then ends", async () => {
    const response = await requestEvents(formatCookies(await registerVisitor()));
    await readUntil(response, "waiting");
    await activateElsewhere(club);
    expect(await readUntil(response)).toBe("event: status\ndata: active\n\n");
  });

  it("answers 204 if the visitor has already seen the activation", async () => {
    const visitor = await registerVisitor();
    await activateElsewhere(club);
    await visitor.post(formFinished, "/de/registration/formfinished", { intent: "check" });
    expect((await requestEvents(formatCookies(visitor))).status).toBe(204);
  });

  it('sends the event "ask", for which the page shows a status button, when acq closes the connection', async () => {
    const separateClub = await startClub();
    const visitor = newVisitor(separateClub);
    await visitor.post(formStarted, formPath, await loadFilledForm(visitor));
    await separateClub.failNextCall("registrationChanged", { kind: "status", value: 4403 });
    const response = await requestEvents(formatCookies(visitor), { of: separateClub });
    expect(await readUntil(response)).toMatch(/^retry: \d+\n\nevent: ask\ndata: ended\n\n$/);
    await separateClub.stop();
  });

  it("ends when the draft expires", async () => {
    const draft = { registrationId: "some-registration" };
    const openSpy = vi.spyOn(club.services.eventStreams, "open");
    const startedAt = Math.floor(Date.now() / 1000) * 1000;
    const response = await requestEvents(
      `__Host-draft=${club.services.tokenCrypto.encrypt("draft", draft, 3600)}`,
    );
    await response.body?.cancel();
    const endsAt = openSpy.mock.calls[0]?.[0].endsAt ?? 0;
    expect(endsAt).toBeGreaterThanOrEqual(startedAt + 3_600_000);
    expect(endsAt).toBeLessThanOrEqual(Date.now() + 3_600_000);
  });

  it("allows twenty streams per client address", async () => {
    const cookie = formatCookies(await registerVisitor());
    const clientAddress = "192.0.2.78";
    const pages = await Promise.all(
      Array.from({ length: 20 }, () => requestEvents(cookie, { clientAddress })),
    );
    const refusedStream = await requestEvents(cookie, { clientAddress });
    expect([refusedStream.status, refusedStream.headers.get("Retry-After")]).toEqual([429, "60"]);
    for (const page of pages) await page.body?.cancel();
    const nextStream = await requestEvents(cookie, { clientAddress });
    expect(nextStream.status).toBe(200);
    await nextStream.body?.cancel();
  });
});

describe("event stream at /registration/events without a valid draft", () => {
  const draft = { registrationId: "some-registration", registrationEmail: "somebody@example.com" };
  const createOtherSitesSealing = () =>
    createTokenCrypto(["another-secret-of-thirty-two-characters"], () => new Date());
  const getSiteSealing = () => club.services.tokenCrypto;
  it.each([
    ["no draft", () => ""],
    [
      "a draft without a registration",
      () => getSiteSealing().encrypt("draft", { registrationCode: "WELCOME" }, 60),
    ],
    ["a forged draft", () => createOtherSitesSealing().encrypt("draft", draft, 60)],
    ["a truncated draft", () => getSiteSealing().encrypt("draft", draft, 60).slice(0, -9)],
    ["an expired draft", () => getSiteSealing().encrypt("draft", draft, -1)],
    ["a token for another purpose", () => getSiteSealing().encrypt("form", draft, 60)],
    [
      "a draft with invalid content",
      () => getSiteSealing().encrypt("draft", { ...draft, registrationId: 7 }, 60),
    ],
  ])("answers 204 for %s", async (_name, createCookie) => {
    const response = await requestEvents(`__Host-draft=${createCookie()}`);
    expect([response.status, await response.text()]).toEqual([204, ""]);
  });
});

describe("open event stream of a visitor", () => {
  it.each([
    { name: "login", route: login, fields: { email: "member@example.com", password: "velvetgate" } },
    { name: "logout", route: logout, fields: {} },
  ])(
    "ends at the visitor's $name, while streams of other visitors stay open",
    async ({ name, route, fields }) => {
      const [visitor, stranger] = [await registerVisitor(), await registerVisitor()];
      const [ownStream, foreignStream] = [
        await requestEvents(formatCookies(visitor)),
        await requestEvents(formatCookies(stranger)),
      ];
      await readUntil(ownStream, "waiting");
      await readUntil(foreignStream, "waiting");
      expect(await visitor.post(route, `/de/${name}`, fields)).toMatchObject({ status: 303 });
      expect(await readUntil(ownStream)).toBe("retry: 1000\n\n");
      await activateElsewhere(club);
      expect(await readUntil(foreignStream)).toContain("active");
    },
  );
});
