import { describe, expect, it } from "vitest";
import { fetchCodeErrors } from "./support/operations";
import { startTestAcq } from "./support/test-acq";

const detailsQuery = `query checkRegistrationCode($code: String!) {
  registrationCodeDetails(registrationCode: $code) {
    errors errorDetails { type error } invitorName countryOptions { isoCode termsPkString dataPolicyPkString } } }`;

describe("demonstration codes", () => {
  it.each([
    ["WELCOME", []],
    ["VIP2026", []],
    ["LASTONE", []],
    ["EMPTY", ["REGISTRATION_CODE_NO_BALANCE_LEFT"]],
    ["PENDING", ["REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS"]],
    ["EXPIRED", ["REGISTRATION_CODE_EXPIRED"]],
    ["NOCUSTOM", ["CUSTOMIZATION_MISSING"]],
    ["NOINVITER", ["INVITER_INVALID"]],
    ["NOREFERER", ["REFERER_INVALID"]],
    ["NEEDSVT", ["REGISTRATION_TIMESTAMP_MISSING"]],
    ["ANYTHINGELSE", ["REGISTRATION_CODE_INVALID"]],
    ["", ["REGISTRATION_CODE_INVALID"]],
    ["'; drop table codes; --", ["REGISTRATION_CODE_INVALID"]],
  ])("lead to the documented errors: code %j, errors %j", async (code, errors) => {
    const acq = await startTestAcq();
    expect(await fetchCodeErrors(acq, code)).toEqual(errors);
  });

  it.each(["welcome", "Wel-Come", "-W-E-L-C-O-M-E-"])(
    "can be spelled differently: %s is accepted as WELCOME",
    async (code) => {
      const acq = await startTestAcq();
      expect(await fetchCodeErrors(acq, code)).toEqual([]);
    },
  );
});

it("registrationCodeDetails returns the inviter and all 27 countries of WELCOME", async () => {
  const acq = await startTestAcq();
  const details = await acq.queryField(detailsQuery, { code: "WELCOME" });
  expect(details).toMatchObject({ errors: [], errorDetails: [], invitorName: "Anna" });
  expect(details).toHaveProperty("countryOptions.length", 27);
});

it("registrationCodeDetails returns three countries for VIP2026, two of them with the same legal texts", async () => {
  const acq = await startTestAcq();
  const germanTexts = { termsPkString: "terms-de", dataPolicyPkString: "privacy-de" };
  expect(await acq.queryField(detailsQuery, { code: "VIP2026" })).toMatchObject({
    invitorName: "Noah",
    countryOptions: [
      { isoCode: "DE", ...germanTexts },
      { isoCode: "AT", ...germanTexts },
      { isoCode: "CH", termsPkString: "terms-ch", dataPolicyPkString: "privacy-ch" },
    ],
  });
});

it("registrationCodeDetails explains an error with a text for the log", async () => {
  const acq = await startTestAcq();
  expect(await acq.queryField(detailsQuery, { code: "EMPTY" })).toMatchObject({
    errorDetails: [{ type: "REGISTRATION_CODE_NO_BALANCE_LEFT", error: "The code has no places left." }],
  });
});

describe("countryDetails", () => {
  const countryQuery = "query countryDetails { countryDetails { country } }";

  it.each<Record<string, string>>([
    {},
    { "X-Forwarded-For": "192.168.0.7" },
    { "X-Forwarded-For": "203.0.113.7" },
    { "X-Demo-Country": "Germany" },
  ])("returns null for the headers %j", async (headers) => {
    const acq = await startTestAcq();
    expect(await acq.queryField(countryQuery, {}, headers)).toBeNull();
  });

  it("returns the country that the header X-Demo-Country contains", async () => {
    const acq = await startTestAcq();
    expect(await acq.queryField(countryQuery, {}, { "X-Demo-Country": "at" })).toEqual({ country: "AT" });
  });
});
