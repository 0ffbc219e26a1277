import { v4 as uuid } from "uuid";
import * as z from "zod";
import {
  checkRegistrationCode,
  type RegistrationCodeDetails,
} from "~/acq/operations/check-registration-code.server";
import { fetchClientCountry } from "~/acq/operations/country-details.server";
import { isCountry } from "~/domain/countries.server";
import type { CheckTools } from "./check-tools";
import { type Prerequisite, noPrerequisite, hasSameJson, expectThat } from "./checklist";
import { requireData } from "./acq-calls";

export type UsableCode = NonNullable<RegistrationCodeDetails>;

const unparsedCodeDetailsSchema = z.object({
  registrationCodeDetails: z.object({
    errors: z.array(z.string()),
    errorDetails: z.array(z.object({ type: z.string(), error: z.string() })),
    invitorName: z.unknown(),
  }),
});

/** Checks registrationCodeDetails and countryDetails. */
export async function checkCodes(tools: CheckTools): Promise<Prerequisite<UsableCode>> {
  const { check, settings } = tools;
  const usableCodeResult = await check(
    "a code with places left can be used for the form",
    noPrerequisite,
    () => checkUsableCode(tools),
  );
  await check("checking a code twice returns the same response", usableCodeResult, async (usableDetails) => {
    const { details: secondDetails } = await fetchCodeDetails(tools, settings.code);
    expectThat(hasSameJson(secondDetails, usableDetails), "the same response again", secondDetails);
  });
  await check(
    "codes are accepted in any case and with any hyphens",
    usableCodeResult,
    async (usableDetails) => {
      for (const codeSpelling of createCodeSpellings(settings.code)) {
        const { details: result } = await fetchCodeDetails(tools, codeSpelling);
        expectThat(hasSameJson(result, usableDetails), `the same for ${codeSpelling}`, result);
      }
    },
  );
  const unknownCodeDetails = await check(
    "an unknown code returns the data error REGISTRATION_CODE_INVALID",
    noPrerequisite,
    async () => {
      const { details: none, raw } = await fetchCodeDetails(tools, `none-${uuid()}`);
      expectThat(none.errors.includes("REGISTRATION_CODE_INVALID"), "REGISTRATION_CODE_INVALID", none.errors);
      return raw;
    },
  );
  await check("each error of a code has a text for logs", unknownCodeDetails, ({ errors, errorDetails }) => {
    const errorTypes = errorDetails.map(({ type }) => type);
    expectThat(hasSameJson(errorTypes, errors), `errorDetails of ${errors.join(", ")}`, errorTypes);
    expectThat(
      errorDetails.every(({ error }) => error !== ""),
      "a text for each error",
      errorDetails,
    );
  });
  await check("a made-up timestamp returns an error", usableCodeResult, async () => {
    const { details: none } = await fetchCodeDetails(tools, settings.code, "made-up");
    expectThat(none.errors.length > 0, "an error", none.errors);
  });
  await check("countryDetails returns null or an upper-case country code", noPrerequisite, async () => {
    const country = requireData(await fetchClientCountry(tools.createClient().acq));
    expectThat(country === null || /^[A-Z]{2}$/.test(country), "null or two capital letters", country);
  });
  return usableCodeResult;
}

async function checkUsableCode(tools: CheckTools): Promise<UsableCode> {
  const { details, raw } = await fetchCodeDetails(tools, tools.settings.code);
  expectThat(details.errors.length === 0, "no errors for a code with places", details.errors);
  expectThat(raw.errorDetails.length === 0, "no errorDetails without errors", raw.errorDetails);
  const { countryOptions } = details;
  const isoCodes = countryOptions.map(({ isoCode }) => isoCode);
  expectThat(
    isoCodes.every((countryCode) => /^[A-Z]{2}$/.test(countryCode)),
    "upper-case country codes",
    isoCodes,
  );
  expectThat(new Set(isoCodes).size === isoCodes.length, "each country once", isoCodes);
  expectThat(
    isoCodes.some(isCountry),
    "a country of the site's list (docs/product/registration.md)",
    isoCodes,
  );
  for (const { isoCode, termsPkString, dataPolicyPkString } of countryOptions)
    expectThat(
      termsPkString !== "" && dataPolicyPkString !== "",
      "legal text keys for each country",
      `no key for ${isoCode}`,
    );
  const inviter = raw.invitorName ?? null;
  expectThat(details.invitorName === inviter, "an inviter name that the site accepts, or null", inviter);
  return details;
}

/** Returns acq's response about a code twice: parsed as the site reads it, and unparsed. */
export async function fetchCodeDetails(
  tools: CheckTools,
  registrationCode: string,
  validityTimestamp: string | null = null,
) {
  const client = tools.createClient();
  const details = requireData(
    await checkRegistrationCode(client.acq, { registrationCode, validityTimestamp }),
  );
  expectThat(details !== null, "an object with details, even for an invalid code", "null");
  return {
    details,
    raw: unparsedCodeDetailsSchema.parse(client.readLastResponseData()).registrationCodeDetails,
  };
}

function createCodeSpellings(code: string): string[] {
  const codeWithoutHyphens = code.replaceAll("-", "");
  return [
    codeWithoutHyphens.toLowerCase(),
    codeWithoutHyphens.toUpperCase(),
    Array.from(codeWithoutHyphens).join("-"),
  ];
}
