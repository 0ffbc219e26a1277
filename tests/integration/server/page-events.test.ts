import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../../support/html-text";
import { findLinesWithMessage } from "../../support/log-lines";
import { pageEventsIn } from "../../support/page-events";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { translatorFor } from "../../support/words";
import { filledForm, readHiddenField, createHttpVisitor, type HttpVisitor } from "./http-visitor";

let site: Velvetgate;
beforeAll(async () => {
  site = await startVelvetgate({ env: { GTM_CONTAINER_ID: "GTM-ABC123", LOG_LEVEL: "debug" } });
});
afterAll(() => site.stop());
afterEach(() => site.clearFaults());

const form = "/de/registration/formstarted";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function readEvents(visitor: HttpVisitor, path: string, headers = {}): Promise<string[]> {
  return pageEventsIn((await visitor.get(path, headers)).body).map(({ event }) => event);
}

describe("analytics event of a submitted form", () => {
  it("appears once, even if the same form is submitted again", async () => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.get(`${form}?rc=WELCOME`);
    const fields = { ...filledForm(body, "Once@example.com "), newsletter: "on" };
    const registration = await visitor.post(form, fields);
    expect(registration.location).toBe("/de/registration/formfinished");
    const pageEvents = pageEventsIn((await visitor.get("/de/registration/formfinished")).body);
    expect(pageEvents).toMatchObject([
      { event: "successful_user_registration", email: sha256("once@example.com") },
      { event: "subscribe_newsletter" },
    ]);
    expect(pageEvents[0]?.["registrationId"]).toMatch(/^[0-9a-f]{64}$/);

    expect((await visitor.post(form, fields)).location).toBe("/de/registration/formfinished");
    expect(await readEvents(visitor, "/de/registration/formfinished")).toEqual([]);
  });

  it("waits for the next page that loads without an error", async () => {
    const visitor = createHttpVisitor(site);
    await visitor.post("/de", { intent: "check-code", registrationCode: "WELCOME" });
    await site.addFault({ operationName: "checkRegistrationCode", kind: "status", value: 502, times: 2 });
    expect((await visitor.get(form)).status).toBe(503);
    expect(await readEvents(visitor, form)).toEqual([
      "submit_code_registration",
      "landing_form_registration",
    ]);
    expect(await readEvents(visitor, form)).toEqual(["landing_form_registration"]);
  });

  it("also appears on a cacheable page, which then becomes personalized for this visitor", async () => {
    const visitor = createHttpVisitor(site);
    await visitor.post("/de", { intent: "check-code", registrationCode: "WELCOME" });
    await createHttpVisitor(site).get("/de/membership-interest");
    const { body, headers } = await visitor.get("/de/membership-interest");
    expect(pageEventsIn(body)).toEqual([{ event: "submit_code_registration" }]);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(await readEvents(createHttpVisitor(site), "/de/membership-interest")).toEqual([]);
  });

  it("never appears for a visitor with Save-Data", async () => {
    const visitor = createHttpVisitor(site);
    await visitor.post("/de", { intent: "check-code", registrationCode: "WELCOME" });
    const { body } = await visitor.get(form, { "Save-Data": "on" });
    expect(body).not.toMatch(/_registration|page-data/);
    expect(await readEvents(visitor, "/de/membership-interest")).toEqual([]);
  });
});

describe("analytics data in a page", () => {
  it("contains no second page view if a form is returned with an error", async () => {
    const visitor = createHttpVisitor(site);
    const landingResponse = await visitor.post("/de", { intent: "check-code", registrationCode: "EXPIRED" });
    expect([landingResponse.status, pageEventsIn(landingResponse.body)]).toEqual([
      422,
      [{ event: "registration_code_expired" }],
    ]);
    const { body } = await visitor.get(`${form}?rc=WELCOME`);
    const rejectedForm = await visitor.post(form, { ...filledForm(body, "zoe"), terms: "" });
    expect([rejectedForm.status, pageEventsIn(rejectedForm.body)]).toEqual([422, []]);
  });

  it("contains no second page view if a button on the page shows a message", async () => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.get(`${form}?rc=WELCOME`);
    const pendingPath = "/de/registration/registrationformemailpendingcomplete";
    expect((await visitor.post(form, filledForm(body, "pending@example.com"))).location).toBe(pendingPath);
    const pendingPage = await visitor.get(pendingPath);
    expect(textOf(pendingPage.body)).toContain(translatorFor("de")("progress:mail.resent"));
    expect(pageEventsIn(pendingPage.body)).toEqual([{ event: "registration_account_pending" }]);
    await visitor.post(pendingPath, {
      intent: "check",
      formToken: readHiddenField(pendingPage.body, "formToken"),
    });
    expect(await readEvents(visitor, pendingPath)).toEqual([]);
  });

  it("contains the configured consent script and tag manager, except on the activation page", async () => {
    const visitor = createHttpVisitor(site);
    for (const path of ["/de", `${form}?rc=WELCOME`, "/de/login"])
      expect((await visitor.get(path)).body).toMatch(
        /"analytics":\{"events":\[.*?\],"consent":"\/entrance\/cmp\/js\/cmp_min.js","tags":"GTM-ABC123"\}/,
      );
    const activationPath = "/de/registration/activateaccount?accountActivationId=nobody-has-this";
    const { body } = await visitor.get(activationPath);
    expect(pageEventsIn(body)).toEqual([{ event: "landing_activate_account_registration" }]);
    expect(body).not.toMatch(/cmp_min|GTM-/);
    expect(await readEvents(visitor, "/de/registration/activateaccount?done=activated")).toEqual([]);
  });
});

/** The page view event and the campaign of each page (docs/product/cookies-and-events.md#consent-and-analytics). */
describe("analytics event of a page view", () => {
  it.each([
    ["/de", "landing_welcome_registration"],
    ["/social", "landing_welcome_registration"],
    ["/social?rc=WELCOME", "landing_registration", "social"],
    ["/viral?rc=WELCOME", "landing_registration", "viral"],
    ["/de/viral-product-share?rc=WELCOME", "landing_registration", "viral-product-share"],
    ["/daba?rc=WELCOME", "landing_registration", "daba"],
    ["/zoe-berg?rc=WELCOME", "landing_registration", "Unknown"],
    ["/?rc=WELCOME", "landing_registration", "Unknown"],
    ["/registration/formstarted?rc=WELCOME", "landing_form_registration"],
    ["/registration/formstarted?rc=EXPIRED", "registration_code_expired"],
    ["/registration/formstarted?rc=EMPTY", "registration_code_no_balance"],
    ["/de/social?rc=PENDING", "registration_code_no_balance"],
    ["/registration/formstarted?rc=NEEDSVT", "registration_timestamp_missing"],
    ["/registration/formstarted?rc=NOREFERER", "landing_forbidden_referrer"],
    ["/registration/formstarted?rc=NOCUSTOM"],
    ["/registration/registrationformemailactivecomplete", "registration_account_active"],
    ["/registration/activateaccountError?reason=failed", "registration_activation_failed"],
    ["/registration/activateaccountError?reason=not-found", "registration_activation_not_found"],
    ["/membership-interest"],
    ["/products/ombrelune"],
  ])(
    "at %s has the name %s and the campaign %s, where undefined means none",
    async (path, event?: string, campaign?: string) => {
      const visitor = createHttpVisitor(site);
      const { body } = await visitor.followRedirect(await visitor.get(path));
      const expectedEvents =
        event === undefined ? [] : [{ event, ...(campaign !== undefined && { campaign }) }];
      expect(pageEventsIn(body)).toEqual(expectedEvents);
    },
  );

  it("reports a visitor from a forbidden referrer", async () => {
    const visitor = createHttpVisitor(site, { Referer: "https://www.google.de/" });
    const { body } = await visitor.followRedirect(await visitor.get("/de"));
    expect(pageEventsIn(body)).toEqual([{ event: "landing_forbidden_referrer" }]);
  });

  it.each([
    ["EXPIRED", "registration_code_expired"],
    ["EMPTY", "registration_code_no_balance"],
    ["PENDING", "registration_code_no_balance"],
    ["NEEDSVT", "registration_timestamp_missing"],
  ])("reports that the code field has rejected the code %s", async (registrationCode, event) => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.post("/de", { intent: "check-code", registrationCode });
    expect(pageEventsIn(body)).toEqual([{ event }]);
  });

  it.each([
    ["pending@example.com", "registration_account_pending"],
    ["active@example.com", "registration_account_active"],
  ])("reports that the submitted e-mail address %s has an account", async (email, event) => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.get(`${form}?rc=WELCOME`);
    const accountPage = await visitor.followRedirect(await visitor.post(form, filledForm(body, email)));
    expect(pageEventsIn(accountPage.body)).toEqual([{ event }]);
  });
});

it("page contains the clock offset for the consent script if the variable CLOCK sets another time", async () => {
  const club = await startVelvetgate({ env: { CLOCK: new Date(Date.now() + 86_400_000).toISOString() } });
  try {
    const [, clockOffset] = /"clockOffset":(\d+)/.exec((await createHttpVisitor(club).get("/de")).body) ?? [];
    expect(Number(clockOffset) / 86_400_000).toBeCloseTo(1, 2);
  } finally {
    await club.stop();
  }
});

it("server start warns if the CSP of shared pages blocks the tag manager", async () => {
  const text = "browsers block a configured script: CSP_SCRIPT_HOSTS does not allow its origin";
  const line = { variable: "GTM_CONTAINER_ID", url: "https://www.googletagmanager.com" };
  await expect.poll(() => findLinesWithMessage(site.log(), text)).toMatchObject([line]);
});
