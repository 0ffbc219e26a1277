// An acq for measurements. It answers after 5 ms and knows every code that does not start with UNKNOWN. The performance
// budgets assume this acq.
import { setTimeout as delay } from "node:timers/promises";
import { allCountryCodes, createCountryOptions } from "../../acq/db/countries";
import { startStubAcq } from "../../tests/integration/server/stub-acq";

const responseDelayMs = 5;
const responseByOperation: Record<string, object> = {
  checkRegistrationCode: {
    registrationCodeDetails: {
      errors: [],
      errorDetails: [],
      invitorName: "Anna",
      countryOptions: createCountryOptions(allCountryCodes),
    },
  },
  countryDetails: { countryDetails: { country: "DE" } },
  viewer: { viewer: null },
};

const unknownCode = {
  registrationCodeDetails: {
    errors: ["REGISTRATION_CODE_INVALID"],
    errorDetails: [],
    invitorName: null,
    countryOptions: [],
  },
};

const acq = await startStubAcq(async (operationName, _authorization, _headers, { registrationCode }) => {
  await delay(responseDelayMs);
  if (String(registrationCode).startsWith("UNKNOWN")) return unknownCode;
  return responseByOperation[operationName] ?? {};
});
// Exits when the measuring process exits, even if that process crashes.
process.once("disconnect", () => process.exit());
process.send?.(acq.url);
