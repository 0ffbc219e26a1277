import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSite, type Site } from "./foreign-acq";
import {
  filledForm,
  readHiddenField,
  createHttpVisitor,
  type HttpResponse,
  type HttpVisitor,
} from "./http-visitor";
import { startStubAcq, createUsableDetails, type StubAcq } from "./stub-acq";

/** The text that the stub acq puts into all its responses. */
let longText = "";
/** The registration status that the stub acq returns. */
let status = "CREATED";
let acq: StubAcq;
let site: Site;
beforeAll(async () => {
  acq = await startStubAcq((operation) => createAcqResponses(longText)[operation] ?? { [operation]: null });
  site = await startSite(acq.url, { FORM_MIN_SECONDS: "0", TRUST_PROXY: "1" });
});
afterAll(async () => {
  await site.server.stop();
  await acq.stop();
});

function createAcqResponses(text: string): Record<string, object> {
  // Keeps the member's own code short enough to be valid: otherwise the link generators would fail before they create a
  // link.
  const invitation = { registrationCode: text.slice(0, 64), balance: 5, pending: 1, joined: 2 };
  const link = { registrationCode: text, validityTimestamp: text, expiresAt: "2026-12-24T12:00:00Z" };
  return {
    checkRegistrationCode: createUsableDetails(text),
    submitRegistration: { submitRegistration: { status, registrationId: text, errors: [] } },
    registration: { registration: { status: "CREATED" } },
    activateAccount: {
      activateAccount: {
        status: "ACTIVATED",
        registrationId: text,
        continueUrl: `https://club.example/${encodeURIComponent(Buffer.from(text).toString())}`,
      },
    },
    login: { login: { token: text } },
    viewer: { viewer: { id: text, firstName: text, roles: ["ADMIN", text], vipStatus: text, invitation } },
    generateRegistrationLink: { generateRegistrationLink: { link, errors: [] } },
  };
}

const form = "/de/registration/formstarted";

async function sendRegistration(visitor: HttpVisitor, registrationStatus: string): Promise<HttpResponse> {
  status = registrationStatus;
  const { body } = await visitor.get(`${form}?rc=WELCOME`);
  const email = `${crypto.randomUUID()}@example.com`;
  return visitor.post(form, { ...filledForm(body, email), intent: readHiddenField(body, "intent") });
}

function addSignInCookie(visitor: HttpVisitor): HttpVisitor {
  visitor.cookies.set("auth.token", "token");
  return visitor;
}

/** The requests by which a text of acq gets into a page, a URL or a cookie. */
const visitByJourney: Record<string, (visitor: HttpVisitor) => Promise<HttpResponse>> = {
  landing: (visitor) => visitor.get("/de/social?rc=WELCOME"),
  "a typed code": (visitor) => visitor.post("/de", { intent: "check-code", registrationCode: "WELCOME" }),
  formstarted: (visitor) => visitor.get(`${form}?rc=WELCOME`),
  deny: (visitor) => visitor.get("/de/registration/deny?reason=expired"),
  finished: async (visitor) => visitor.followRedirect(await sendRegistration(visitor, "CREATED")),
  pending: async (visitor) => visitor.followRedirect(await sendRegistration(visitor, "PENDING")),
  activation: async (visitor) => {
    const page = "/de/registration/activateaccount";
    return visitor.get((await visitor.post(page, { accountActivationId: "some-id" })).location ?? page);
  },
  "sign-in": (visitor) => visitor.post("/de/login", { email: "a@example.com", password: "a password" }),
  "link generator": async (visitor) => {
    const page = "/de/admin/registrationlinkgenerator";
    const formToken = readHiddenField((await addSignInCookie(visitor).get(page)).body, "formToken");
    return visitor.post(page, { formToken, registrationCode: "WELCOME" });
  },
  "split generator": (visitor) => addSignInCookie(visitor).get("/de/admin/splitgenerator"),
  invite: (visitor) => addSignInCookie(visitor).get("/de/invite"),
};

/** Expects that a browser accepts every cookie (RFC 6265, section 6.1). */
function expectSmallCookies({ headers }: HttpResponse): void {
  for (const cookie of headers.getSetCookie()) expect(cookie.length).toBeLessThanOrEqual(4096);
}

/**
 * Characters to repeat. They include a character of two UTF-16 code units, characters that take more space in a URL or
 * in HTML, and an unpaired surrogate.
 */
const characterByKind = {
  plain: "W",
  wide: "\u{1F600}",
  oblique: "x\u{1F600}",
  markup: '"<&',
  broken: "\ud800",
};

describe.each([64, 200, 512, 4_000, 20_000, 100_000])("texts of %i characters from acq", (length) => {
  it.each(Object.entries(visitByJourney))(
    "cause no 500 and no oversized cookie: %s",
    async (_, visitPage) => {
      for (const [characterKind, sign] of Object.entries(characterByKind)) {
        longText = sign.repeat(length / sign.length + 1).slice(0, length);
        const response = await visitPage(createHttpVisitor(site));
        expect([characterKind, response.status]).not.toEqual([characterKind, 500]);
        expectSmallCookies(response);
      }
    },
  );
});
