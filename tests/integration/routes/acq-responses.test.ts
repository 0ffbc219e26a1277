import { afterEach, expect, it } from "vitest";
import * as login from "~/routes/login/route";
import * as activation from "~/routes/registration/activateaccount/route";
import * as formFinished from "~/routes/registration/formfinished/route";
import * as formStarted from "~/routes/registration/formstarted/route";
import * as invite from "~/routes/invite/route";
import * as linkGenerator from "~/routes/admin/registrationlinkgenerator/route";
import { startStubAcq, createUsableDetails } from "../server/stub-acq";
import { loadFilledForm, fillForm, formPath } from "../../support/registration";
import { startClub, type Club } from "../../support/route-context";
import { newVisitor, type Visitor } from "../../support/visitor";

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** Starts a site with a stub acq. For each operation, the stub acq sends the response given for it. */
async function startClubWithResponses(responses: Record<string, object>): Promise<Club> {
  const acq = await startStubAcq((operation) => responses[operation] ?? createUsableDetails("Anna"));
  const club = await startClub({ ACQ_GRAPHQL_URL: acq.url });
  cleanups.push(
    () => acq.stop(),
    () => club.stop(),
  );
  return club;
}

/** Expects every cookie to be small enough for browsers. */
function expectSmallCookies({ cookies }: Visitor): void {
  for (const [name, value] of cookies) expect(name.length + value.length, name).toBeLessThan(4096);
}

const createText = (length: number) => "x".repeat(length);

it.each([
  ["65 characters", createText(65)],
  ["255 characters", createText(255)],
  ["256 characters", createText(256)],
  ["100,000 characters", createText(100_000)],
  ["the value 7", 7],
  ["the value null", null],
])("registrations succeed with an id from acq that has %s", async (_, registrationId) => {
  const registration = { status: "CREATED", registrationId, errors: null };
  const club = await startClubWithResponses({ submitRegistration: { submitRegistration: registration } });
  const visitor = newVisitor(club);
  const response = await visitor.post(formStarted, formPath, await loadFilledForm(visitor));
  expect(response).toMatchObject({ status: 303, location: "/de/registration/formfinished" });
  expect(await visitor.get(formFinished, "/de/registration/formfinished")).toMatchObject({
    status: 200,
    data: { sent: { view: "waiting" } },
  });
  expectSmallCookies(visitor);
});

it("drafts that are too large for a cookie omit the least important values", async () => {
  const submitRegistration = { status: "CREATED", registrationId: "\u{20ac}".repeat(255), errors: [] };
  const club = await startClubWithResponses({ submitRegistration: { submitRegistration } });
  const visitor = newVisitor(club);
  const email = `zoe@${"ü".repeat(50)}.example`;
  const wideNames = { firstname: "\u{20000}".repeat(100), lastname: "\u{20000}".repeat(100), email };
  const timestamp = createText(512);
  const formPage = await visitor.get(formStarted, `${formPath}?rc=WELCOME&vt=${timestamp}`);
  const form = { ...fillForm(formPage), ...wideNames };
  expect(await visitor.post(formStarted, formPath, form)).toMatchObject({ status: 303 });
  expectSmallCookies(visitor);
  expect(await visitor.get(formFinished, "/de/registration/formfinished")).toMatchObject({
    data: { sent: { email } },
  });
});

it.each([
  [1121, true],
  [2048, true],
  [2049, false],
])("activations succeed with a continueUrl of %s characters (URL stored: %s)", async (length, isStored) => {
  const continueUrl = `https://shop.example/${createText(length - "https://shop.example/".length)}`;
  const activationResult = { status: "ACTIVATED", registrationId: createText(300), continueUrl };
  const club = await startClubWithResponses({ activateAccount: { activateAccount: activationResult } });
  const visitor = newVisitor(club);
  const path = "/de/registration/activateaccount";
  const response = await visitor.post(activation, path, { accountActivationId: "a1" });
  expect(response).toMatchObject({ status: 303, location: `${path}?done=activated` });
  const donePage = await visitor.get(activation, `${path}?done=activated`);
  expect(donePage).toMatchObject({ data: { continueUrl: isStored ? continueUrl : "/de/login" } });
  expectSmallCookies(visitor);
});

it("invalid legal texts and countries of a code are omitted, and valid countries are offered", async () => {
  const legalTextKeys = { termsPkString: "terms-de", dataPolicyPkString: "privacy-de" };
  const countryOptions = [
    { isoCode: "DE", ...legalTextKeys },
    { isoCode: "DEU", ...legalTextKeys },
    { isoCode: "AT", ...legalTextKeys, termsPkString: createText(101) },
    null,
  ];
  const registrationCodeDetails = { errors: [], invitorName: createText(201), countryOptions };
  const club = await startClubWithResponses({ checkRegistrationCode: { registrationCodeDetails } });
  const { status, data } = await newVisitor(club).get(formStarted, `${formPath}?rc=WELCOME`);
  expect([status, data]).toMatchObject([200, { inviter: null, form: { countries: [{ isoCode: "DE" }] } }]);
});

it.each([
  ["an invitation", invite, "/de/invite"],
  ["a link", linkGenerator, "/de/admin/registrationlinkgenerator"],
] as const)("pages answer 503 if %s from acq is too long for a link or a QR code", async (_, route, path) => {
  const invitation = { registrationCode: createText(5000), balance: 1, pending: 0, joined: 0 };
  const isAdmin = route === linkGenerator;
  const viewer = { firstName: createText(5000), roles: isAdmin ? ["ADMIN"] : ["MEMBER"], vipStatus: null };
  const link = {
    registrationCode: "A",
    validityTimestamp: createText(5000),
    expiresAt: "2026-12-01T00:00:00Z",
  };
  const club = await startClubWithResponses({
    viewer: { viewer: { ...viewer, invitation: isAdmin ? null : invitation } },
    generateRegistrationLink: { generateRegistrationLink: { link, errors: [] } },
  });
  const visitor = newVisitor(club);
  visitor.cookies.set("auth.token", "token");
  const response = isAdmin
    ? await visitor.post(linkGenerator, path, { registrationCode: "WELCOME" })
    : await visitor.get(invite, path);
  expect(response).toMatchObject({ status: 503 });
});

it.each([
  ["an empty token", ""],
  ["a blank token", " \t "],
  ["a token that is too long for a cookie", "t".repeat(4000)],
])("sign-in fails with 503 if acq returns %s", async (_, token) => {
  const club = await startClubWithResponses({ login: { login: { token } } });
  const visitor = newVisitor(club);
  const response = await visitor.post(login, "/de/login", {
    email: "zoe@example.com",
    password: "a password",
  });
  expect(response).toMatchObject({ status: 503 });
  expect(visitor.cookies.get("auth.token")).toBeUndefined();
});

it.each([
  ["that are all unsupported leads to the deny page", ["US", "GB"], undefined],
  ["of which one is supported opens the form with that country", ["US", "DE"], ["DE"]],
  ["that acq repeats opens the form with each country once", ["DE", "AT", "DE", "DE"], ["DE", "AT"]],
])("link with a code for countries %s", async (_, acqCountryCodes, shownCountryCodes) => {
  const countryOptions = acqCountryCodes.map((isoCode) => ({
    isoCode,
    termsPkString: "t",
    dataPolicyPkString: "d",
  }));
  const details = { errors: [], errorDetails: [], invitorName: null, countryOptions };
  const club = await startClubWithResponses({
    checkRegistrationCode: { registrationCodeDetails: details },
  });
  const response = await newVisitor(club).get(formStarted, `${formPath}?rc=ABROAD`);
  if (shownCountryCodes === undefined)
    expect(response).toMatchObject({ status: 303, location: "/de/registration/deny?reason=invalid" });
  else
    expect(response).toMatchObject({
      data: { form: { countries: shownCountryCodes.map((isoCode) => ({ isoCode })) } },
    });
});
