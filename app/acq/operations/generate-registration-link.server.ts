import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "~/acq/client.server";
import {
  type AcqResult,
  type RegistrationCodeError,
  registrationCodeErrorSchema,
  maxAcqTextLengths,
} from "~/acq/results";

const operationDocument = graphql(`
  mutation generateRegistrationLink($registrationCode: String!) {
    generateRegistrationLink(registrationCode: $registrationCode) {
      link {
        registrationCode
        validityTimestamp
        expiresAt
      }
      errors
    }
  }
`);

/** The parts of a registration link. */
export interface RegistrationLinkParts {
  code: string;
  validityTimestamp: string;
  /** The time when the link expires: 14 days after it was created (docs/product/overview.md#constants). */
  expiresAt: Date;
}

/** The parts of a registration link, or the reasons why acq refuses to create one. */
export type GeneratedLink =
  | { link: RegistrationLinkParts }
  | { link: null; errors: readonly RegistrationCodeError[] };

const responseSchema = z
  .object({
    generateRegistrationLink: z.object({
      link: z
        .object({
          registrationCode: z.string().max(maxAcqTextLengths.registrationCode),
          validityTimestamp: z.string().max(maxAcqTextLengths.validityTimestamp),
          expiresAt: z.iso.datetime({ offset: true }),
        })
        .nullable(),
      errors: z.array(registrationCodeErrorSchema),
    }),
  })
  .transform(({ generateRegistrationLink: { link, errors } }): GeneratedLink => {
    if (!link) return { link, errors: errors.length > 0 ? errors : ["REGISTRATION_CODE_INVALID"] };
    const { registrationCode: code, validityTimestamp, expiresAt } = link;
    return { link: { code, validityTimestamp, expiresAt: new Date(expiresAt) } };
  });

export function generateRegistrationLink(
  acq: Acq,
  registrationCode: string,
  idempotencyKey: string,
): Promise<AcqResult<GeneratedLink>> {
  return acq.request({ operationDocument, variables: { registrationCode }, responseSchema, idempotencyKey });
}
