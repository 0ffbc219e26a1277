import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "~/acq/client.server";
import {
  type AcqResult,
  registrationCodeErrorSchema,
  createOptionalText,
  maxAcqTextLengths,
} from "~/acq/results";

const operationDocument = graphql(`
  query checkRegistrationCode($registrationCode: String!, $validityTimestamp: String) {
    registrationCodeDetails(registrationCode: $registrationCode, validityTimestamp: $validityTimestamp) {
      errors
      errorDetails {
        type
        error
      }
      invitorName
      countryOptions {
        isoCode
        termsPkString
        dataPolicyPkString
      }
    }
  }
`);

const countryOptionSchema = z.object({
  isoCode: z.string().max(2),
  termsPkString: z.string().max(maxAcqTextLengths.legalTextKey),
  dataPolicyPkString: z.string().max(maxAcqTextLengths.legalTextKey),
});
export type CountryOption = z.infer<typeof countryOptionSchema>;

const responseSchema = z
  .object({
    registrationCodeDetails: z
      .object({
        errors: z.array(registrationCodeErrorSchema),
        invitorName: createOptionalText(maxAcqTextLengths.name).transform(sanitizeName),
        // Leaves out invalid country options in acq's response.
        countryOptions: z.array(countryOptionSchema.nullable().catch(null)).transform(removeNulls),
      })
      .nullable(),
  })
  .transform((data) => data.registrationCodeDetails);
export type RegistrationCodeDetails = z.infer<typeof responseSchema>;

function removeNulls<Value>(values: readonly (Value | null)[]): Value[] {
  return values.filter((value) => value !== null);
}

/**
 * Returns the trimmed name. Returns null for an empty name, and for one with characters that reverse the text around it
 * (Unicode UAX #9, explicit formatting).
 */
function sanitizeName(name: string | null): string | null {
  const trimmedName = name?.trim() ?? "";
  return trimmedName === "" || /[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u.test(trimmedName)
    ? null
    : trimmedName;
}

/** Requests the details of a code (docs/product/registration.md#registration-codes). */
export function checkRegistrationCode(
  acq: Acq,
  variables: { registrationCode: string; validityTimestamp: string | null },
): Promise<AcqResult<RegistrationCodeDetails>> {
  return acq.request({ operationDocument, variables, responseSchema });
}
