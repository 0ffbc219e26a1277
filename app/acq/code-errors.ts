import { enumAnswer } from "./answers";

/** The eight reasons that acq gives for a code that cannot be used (acq.graphql, RegistrationCodeError). */
export const codeErrors = [
  "CUSTOMIZATION_MISSING",
  "INVITER_INVALID",
  "REFERER_INVALID",
  "REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS",
  "REGISTRATION_CODE_EXPIRED",
  "REGISTRATION_CODE_INVALID",
  "REGISTRATION_CODE_NO_BALANCE_LEFT",
  "REGISTRATION_TIMESTAMP_MISSING",
] as const;
export type CodeError = (typeof codeErrors)[number];

export const codeErrorAnswer = enumAnswer(codeErrors, "REGISTRATION_CODE_INVALID");
