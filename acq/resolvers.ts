import { z } from "zod";
import { activateAccount, requestActivationEmail, resendActivationEmail } from "./activation";
import type { Call } from "./call";
import { checkRegistrationCode, type RegistrationCodeDetails } from "./code-check";
import { interestInput, submitMembershipInterest } from "./interests";
import {
  bearerToken,
  checkCredentials,
  describeViewer,
  findViewer,
  generateRegistrationLink,
  type Viewer,
} from "./members";
import { email, locale, parseInput, parseRegistrationInput } from "./registration-input";
import { findRegistration, type Registration } from "./registrations";
import { type Followed, followRegistration } from "./subscriptions";
import { submitRegistration } from "./submission";
import { endToken, issueToken } from "./tokens";
import { answerOnce } from "./idempotency";

const emailRequest = z.object({ email, locale });

/** One resolver per root field of acq.graphql: parse, hand over, answer. */
export const resolvers = {
  Query: {
    registrationCodeDetails: (
      _root: unknown,
      input: { registrationCode: string; validityTimestamp?: string | null },
      { acq }: Call,
    ): RegistrationCodeDetails => checkRegistrationCode(acq, input.registrationCode, input.validityTimestamp),

    // There are no geographic data here, so that X-Forwarded-For never tells a country; the header is for tests.
    countryDetails: (_root: unknown, _input: unknown, { header }: Call): { country: string } | null => {
      const country = header("x-demo-country")?.toUpperCase() ?? "";
      return /^[A-Z]{2}$/.test(country) ? { country } : null;
    },

    viewer: (_root: unknown, _input: unknown, call: Call): Viewer | null => {
      const account = findViewer(call);
      return account === undefined ? null : describeViewer(call.acq, account);
    },

    registration: (_root: unknown, input: { registrationId: string }, { acq }: Call): Registration | null =>
      findRegistration(acq.database, input.registrationId) ?? null,
  },

  Mutation: {
    submitRegistration: (_root: unknown, { input }: { input: unknown }, call: Call): unknown => {
      const parsed = parseRegistrationInput(input);
      return mutate(call, "submitRegistration", input, () => submitRegistration(call.acq, parsed));
    },

    activateAccount: (_root: unknown, input: { accountActivationId: string }, call: Call): unknown =>
      mutate(call, "activateAccount", input, () => activateAccount(call.acq, input.accountActivationId)),

    resendActivationEmail: (_root: unknown, input: { registrationId: string }, call: Call): unknown =>
      mutate(call, "resendActivationEmail", input, () =>
        resendActivationEmail(call.acq, input.registrationId),
      ),

    requestActivationEmail: (_root: unknown, input: unknown, call: Call): unknown => {
      const parsed = parseInput(emailRequest, input);
      return mutate(call, "requestActivationEmail", input, () =>
        requestActivationEmail(call.acq, parsed.email, parsed.locale),
      );
    },

    submitMembershipInterest: (_root: unknown, { input }: { input: unknown }, call: Call): unknown => {
      const parsed = parseInput(interestInput, input);
      return mutate(call, "submitMembershipInterest", input, () =>
        submitMembershipInterest(call.acq, parsed),
      );
    },

    generateRegistrationLink: (_root: unknown, input: { registrationCode: string }, call: Call): unknown =>
      mutate(call, "generateRegistrationLink", input, () =>
        generateRegistrationLink(call, input.registrationCode),
      ),

    login: async (
      _root: unknown,
      input: { email: string; password: string },
      call: Call,
    ): Promise<unknown> => {
      const account = await checkCredentials(call.acq, input.email, input.password);
      return mutate(call, "login", input, () => ({
        token: account === undefined ? null : issueToken(call.acq, "session", account.id),
      }));
    },

    logout: (_root: unknown, input: unknown, call: Call): unknown =>
      mutate(call, "logout", input, () => {
        const token = bearerToken(call);
        if (token !== undefined) endToken(call.acq, token);
        return { ok: true };
      }),
  },

  Subscription: {
    registrationChanged: {
      subscribe: (_root: unknown, input: { registrationId: string }, { acq }: Call): Followed =>
        followRegistration(acq, input.registrationId),
    },
  },
};

/** A mutation: decided and remembered in one transaction; followers and the post hear of it afterwards. */
function mutate(call: Call, operation: string, variables: unknown, work: () => unknown): unknown {
  const answer = call.acq.database.transaction(() => answerOnce(call, operation, variables, work));
  call.acq.changes.emit("look");
  call.acq.postman.deliver();
  return answer;
}
