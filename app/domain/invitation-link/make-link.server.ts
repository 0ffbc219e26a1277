import type { Acq } from "~/acq/client.server";
import type { CodeError } from "~/acq/code-errors";
import type { AcqFailure } from "~/acq/failure";
import { generateRegistrationLink } from "~/acq/operations/generate-registration-link.server";

export interface LinkParts {
  code: string;
  validityTimestamp: string;
  /** 14 days after the link was made (docs/product.md#constants). */
  expiresAt: Date;
}

export type LinkOutcome =
  | { status: "made"; link: LinkParts }
  | { status: "refused"; errors: readonly CodeError[] }
  | { status: "failed"; failure: AcqFailure };

export async function makeLink(
  dependencies: { acq: Acq },
  code: string,
  idempotencyKey: string,
): Promise<LinkOutcome> {
  const asked = await generateRegistrationLink(dependencies.acq, code, idempotencyKey);
  if (!asked.ok) return { status: "failed", failure: asked.failure };
  const { link, errors } = asked.data;
  if (!link) return { status: "refused", errors: errors.length > 0 ? errors : ["REGISTRATION_CODE_INVALID"] };
  const { registrationCode, validityTimestamp, expiresAt } = link;
  return {
    status: "made",
    link: { code: registrationCode, validityTimestamp, expiresAt: new Date(expiresAt) },
  };
}

/** Whether acq answered, and the answer was that whoever asks may not have it (acq.graphql). */
export function isForbidden(failure: AcqFailure): boolean {
  return failure.kind === "graphql" && failure.codes.includes("FORBIDDEN");
}

/** The path that a link's parts make, without prefix: docs/product.md#registration-codes. */
export function linkPath({ code, validityTimestamp }: Pick<LinkParts, "code" | "validityTimestamp">): string {
  const query = new URLSearchParams({ rc: code, vt: validityTimestamp });
  return `/registration/formstarted?${query.toString()}`;
}
