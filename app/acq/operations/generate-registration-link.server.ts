import { graphql } from "gql.tada";
import * as z from "zod";
import { maxLengths } from "~/acq/answers";
import type { Acq } from "../client.server";
import { type CodeError, codeErrorAnswer, type AcqAnswer } from "../answers";

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

const answer = z.object({
  generateRegistrationLink: z.object({
    link: z
      .object({
        registrationCode: z.string().max(maxLengths.registrationCode),
        validityTimestamp: z.string().max(maxLengths.validityTimestamp),
        expiresAt: z.iso.datetime({ offset: true }),
      })
      .nullable(),
    errors: z.array(codeErrorAnswer),
  }),
});

/** The parts of a registration link. */
export interface LinkParts {
  code: string;
  validityTimestamp: string;
  /** The time when the link expires: 14 days after it was created (docs/product/overview.md#constants). */
  expiresAt: Date;
}

/** The parts of a registration link, or the reasons why acq refuses to create one. */
export type GeneratedLink = { link: LinkParts } | { link: null; errors: readonly CodeError[] };

export async function generateRegistrationLink(
  acq: Acq,
  registrationCode: string,
  idempotencyKey: string,
): Promise<AcqAnswer<GeneratedLink>> {
  const result = await acq.request({
    operationDocument,
    variables: { registrationCode },
    answer,
    idempotencyKey,
  });
  if (!result.ok) return result;
  const { link, errors } = result.data.generateRegistrationLink;
  if (!link)
    return { ok: true, data: { link, errors: errors.length > 0 ? errors : ["REGISTRATION_CODE_INVALID"] } };
  const { registrationCode: code, validityTimestamp, expiresAt } = link;
  return { ok: true, data: { link: { code, validityTimestamp, expiresAt: new Date(expiresAt) } } };
}
