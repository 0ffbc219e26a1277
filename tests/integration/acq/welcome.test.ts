import { expect, it } from "vitest";
import { fillPlaceholders, locales, getTexts } from "../../../acq/texts/texts";
import { findHtmlMistakes, extractText } from "./support/html";
import {
  activateAccount,
  bearerHeaders,
  findNewestActivationId,
  register,
  signIn,
} from "./support/operations";
import { hourMs, startTestAcq, type TestAcq } from "./support/test-acq";

/** Registers and activates an account, and returns the URL to which the activation redirects. */
async function becomeMember(acq: TestAcq, changes: Record<string, unknown> = {}): Promise<string> {
  await register(acq, { email: "zoe@example.com", ...changes });
  const { continueUrl } = await activateAccount(acq, await findNewestActivationId(acq));
  return (continueUrl ?? "").replace("localhost", "127.0.0.1");
}

function choosePassword(url: string, password: string): Promise<Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams({ password }), redirect: "manual" });
}

it("new members choose a password, sign in and get five invitations", async () => {
  const acq = await startTestAcq({ frontEndUrl: "https://club.example" });
  const url = await becomeMember(acq, { locale: "sv" });
  const response = await choosePassword(url, "correct horse");
  expect(response.status).toBe(303);
  const successPage = await (await fetch(new URL(response.headers.get("location") ?? "", url))).text();
  expect(extractText(successPage)).toContain("Ditt lösenord är sparat");
  expect(successPage).toContain(`href="https://club.example/sv/login"`);
  expect(await findHtmlMistakes(successPage)).toEqual([]);

  const query =
    "query viewer { viewer { firstName roles vipStatus invitation { registrationCode balance } } }";
  const token = await signIn(acq, "zoe@example.com", "correct horse");
  const viewer = await acq.queryField(query, {}, bearerHeaders(token));
  expect(viewer).toMatchObject({
    firstName: "Zoë",
    roles: ["MEMBER"],
    vipStatus: null,
    invitation: { balance: 5 },
  });
  expect(viewer).toHaveProperty("invitation.registrationCode");
});

it("registration codes of new members work, and invitees see the member's name", async () => {
  const acq = await startTestAcq();
  await choosePassword(await becomeMember(acq), "correct horse");
  const token = await signIn(acq, "zoe@example.com", "correct horse");
  const viewer = await acq.callAcq(
    "query viewer { viewer { invitation { registrationCode } } }",
    {},
    bearerHeaders(token),
  );
  const registrationCode = /"registrationCode":"([^"]+)"/.exec(JSON.stringify(viewer))?.[1];
  expect(registrationCode).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  const details =
    "query checkRegistrationCode($code: String!) { registrationCodeDetails(registrationCode: $code) { errors invitorName } }";
  expect(await acq.queryField(details, { code: registrationCode })).toEqual({
    errors: [],
    invitorName: "Zoë",
  });
});

it.each(locales)(
  "welcome page in %s shows the reason for a rejected password at the password field",
  async (locale) => {
    const acq = await startTestAcq();
    const url = await becomeMember(acq, { locale });
    const welcomeTexts = getTexts(locale).welcome;
    const tooShortMessage = fillPlaceholders(welcomeTexts.tooShort, { minimum: 8 });
    const form = await (await fetch(url)).text();
    expect(form).toContain(`<html lang="${locale}"`);
    expect(form).toContain(`value="zoe@example.com"`);
    expect(extractText(form)).toContain(welcomeTexts.title);
    expect(await findHtmlMistakes(form)).toEqual([]);

    const response = await choosePassword(url, "sevenXX");
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain(`<title>${fillPlaceholders(welcomeTexts.error, welcomeTexts)}`);
    expect(html).toContain(`<a href="#password">${tooShortMessage}</a>`);
    expect(html).toContain(`<p class="error" id="password-error">${tooShortMessage}</p>`);
    expect(html).toMatch(
      /<input[^>]+id="password"[^>]+aria-invalid="true"[^>]+aria-describedby="password-error/,
    );
    expect(await findHtmlMistakes(html)).toEqual([]);
    expect(await signIn(acq, "zoe@example.com", "sevenXX")).toBeNull();
  },
);

it.each([
  ["x".repeat(201), 422],
  ["x".repeat(200), 303],
  ["ünïcödé", 422],
  ["ünïcödéß", 303],
])(
  "welcome page requires passwords of 8 to 200 characters, and does not count bytes (case %#)",
  async (password, status) => {
    const acq = await startTestAcq();
    expect((await choosePassword(await becomeMember(acq), password)).status).toBe(status);
  },
);

it("welcome links set a password only once", async () => {
  const acq = await startTestAcq();
  const url = await becomeMember(acq);
  const responses = await Promise.all([
    choosePassword(url, "first password"),
    choosePassword(url, "second password"),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([303, 303]);
  const tokens = [
    await signIn(acq, "zoe@example.com", "first password"),
    await signIn(acq, "zoe@example.com", "second password"),
  ];
  expect(tokens.filter((token) => token !== null)).toHaveLength(1);
  await choosePassword(url, "third password");
  expect(await signIn(acq, "zoe@example.com", "third password")).toBeNull();
});

it("unknown welcome links show a 404 page in the browser's language", async () => {
  const acq = await startTestAcq();
  const response = await fetch(`${acq.url}/welcome?token=x`, {
    headers: { "Accept-Language": "xx, nl-BE;q=0.9" },
  });
  expect(response.status).toBe(404);
  const html = await response.text();
  expect(extractText(html)).toContain("Deze link is niet meer geldig");
  expect(await findHtmlMistakes(html)).toEqual([]);
});

it("welcome links expire after 72 hours, and activation links create new welcome links until a password is set", async () => {
  const acq = await startTestAcq();
  const firstWelcomeLink = await becomeMember(acq);
  acq.clock.advance(72 * hourMs);
  expect((await fetch(firstWelcomeLink)).status).toBe(404);
  const id = await findNewestActivationId(acq);
  const { continueUrl } = await activateAccount(acq, id);
  expect(
    (await choosePassword((continueUrl ?? "").replace("localhost", "127.0.0.1"), "correct horse")).status,
  ).toBe(303);
  expect(await activateAccount(acq, id)).toMatchObject({ status: "ALREADY_ACTIVE", continueUrl: null });
});

it("session tokens cannot open the welcome page", async () => {
  const acq = await startTestAcq();
  const token = await signIn(acq, "member@example.com");
  expect((await fetch(`${acq.url}/welcome?token=${token}`)).status).toBe(404);
});
