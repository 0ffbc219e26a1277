import * as z from "zod";
import type { Acq, OperationContext } from "./call";
import { checkRegistrationCode, type RegistrationCodeDetails } from "../db/codes";
import {
  readBearerToken,
  checkCredentials,
  createViewer,
  findViewer,
  generateRegistrationLink,
  type Viewer,
} from "../db/accounts";
import {
  countryCodeSchema,
  emailSchema,
  localeSchema,
  parseInput,
  parseRegistrationInput,
} from "./registration-input";
import { findRegistration, type Registration } from "../db/registrations";
import {
  activateAccount,
  requestActivationEmail,
  resendActivationEmail,
  submitRegistration,
} from "./registration";
import { deleteToken, issueToken } from "../db/tokens";
import { runMutationOnce } from "./idempotency";
import { toEmailKey } from "../email";
import { Repeater } from "graphql-yoga";
import { createGraphqlError } from "./errors";

type RegistrationChangeStream = AsyncIterable<{ registrationChanged: Registration }>;

/**
 * Yields the current status of a registration and then each change, until the follower disconnects.
 *
 * @throws GraphQLError NOT_FOUND for an unknown id
 */
function followRegistration(acq: Acq, registrationId: string): RegistrationChangeStream {
  if (findRegistration(acq.database, registrationId) === undefined) {
    throw createGraphqlError("NOT_FOUND", "There is no such registration.");
  }
  return new Repeater((push, stop) => {
    let lastStatus: string | undefined;
    const sendIfStatusChanged = (): void => {
      const registration = findRegistration(acq.database, registrationId);
      if (registration === undefined) {
        stop();
        return;
      }
      if (registration.status === lastStatus) return;
      lastStatus = registration.status;
      void push({ registrationChanged: registration });
    };
    acq.mutationEmitter.on("mutation", sendIfStatusChanged);
    sendIfStatusChanged();
    return stop.then(() => void acq.mutationEmitter.off("mutation", sendIfStatusChanged));
  });
}

const membershipInterestInputSchema = z.object({
  email: emailSchema,
  locale: localeSchema,
  country: countryCodeSchema.nullish(),
});

/** Stores an application for membership. The answer does not reveal whether the e-mail address was already known. */
function submitMembershipInterest(
  acq: Acq,
  input: z.infer<typeof membershipInterestInputSchema>,
): { status: "RECEIVED" } {
  acq.database.run(
    `insert into interests values (:emailKey, :email, :locale, :country, :now)
     on conflict (email_key) do update set locale = :locale, country = :country`,
    {
      emailKey: toEmailKey(input.email) ?? input.email,
      email: input.email,
      locale: input.locale,
      country: input.country ?? null,
      now: acq.now(),
    },
  );
  return { status: "RECEIVED" };
}

const activationEmailRequestSchema = z.object({ email: emailSchema, locale: localeSchema });

/** One resolver for each root field of acq.graphql: it parses the input, does the work, and returns the result. */
export const resolvers = {
  Query: {
    registrationCodeDetails: (
      _root: unknown,
      input: { registrationCode: string; validityTimestamp?: string | null },
      { acq }: OperationContext,
    ): RegistrationCodeDetails => checkRegistrationCode(acq, input.registrationCode, input.validityTimestamp),

    // The embedded acq has no geographic data, so it cannot detect the country of an X-Forwarded-For address. Tests set
    // the country with the header X-Demo-Country.
    countryDetails: (
      _root: unknown,
      _input: unknown,
      { getHeader }: OperationContext,
    ): { country: string } | null => {
      const country = getHeader("x-demo-country")?.toUpperCase() ?? "";
      return /^[A-Z]{2}$/.test(country) ? { country } : null;
    },

    viewer: (_root: unknown, _input: unknown, operationContext: OperationContext): Viewer | null => {
      const account = findViewer(operationContext);
      return account === undefined ? null : createViewer(operationContext.acq, account);
    },

    registration: (
      _root: unknown,
      input: { registrationId: string },
      { acq }: OperationContext,
    ): Registration | null => findRegistration(acq.database, input.registrationId) ?? null,
  },

  Mutation: {
    submitRegistration: (
      _root: unknown,
      { input }: { input: unknown },
      operationContext: OperationContext,
    ): unknown => {
      const registration = parseRegistrationInput(input);
      return runMutation(operationContext, "submitRegistration", input, () =>
        submitRegistration(operationContext.acq, registration),
      );
    },

    activateAccount: (
      _root: unknown,
      input: { accountActivationId: string },
      operationContext: OperationContext,
    ): unknown =>
      runMutation(operationContext, "activateAccount", input, () =>
        activateAccount(operationContext.acq, input.accountActivationId),
      ),

    resendActivationEmail: (
      _root: unknown,
      input: { registrationId: string },
      operationContext: OperationContext,
    ): unknown =>
      runMutation(operationContext, "resendActivationEmail", input, () =>
        resendActivationEmail(operationContext.acq, input.registrationId),
      ),

    requestActivationEmail: (_root: unknown, input: unknown, operationContext: OperationContext): unknown => {
      const request = parseInput(activationEmailRequestSchema, input);
      return runMutation(operationContext, "requestActivationEmail", input, () =>
        requestActivationEmail(operationContext.acq, request.email, request.locale),
      );
    },

    submitMembershipInterest: (
      _root: unknown,
      { input }: { input: unknown },
      operationContext: OperationContext,
    ): unknown => {
      const membershipInterest = parseInput(membershipInterestInputSchema, input);
      return runMutation(operationContext, "submitMembershipInterest", input, () =>
        submitMembershipInterest(operationContext.acq, membershipInterest),
      );
    },

    generateRegistrationLink: (
      _root: unknown,
      input: { registrationCode: string },
      operationContext: OperationContext,
    ): unknown =>
      runMutation(operationContext, "generateRegistrationLink", input, () =>
        generateRegistrationLink(operationContext, input.registrationCode),
      ),

    login: async (
      _root: unknown,
      input: { email: string; password: string },
      operationContext: OperationContext,
    ): Promise<unknown> => {
      const account = await checkCredentials(operationContext.acq, input.email, input.password);
      return runMutation(operationContext, "login", input, () => ({
        token: account === undefined ? null : issueToken(operationContext.acq, "session", account.id),
      }));
    },

    logout: (_root: unknown, input: unknown, operationContext: OperationContext): unknown =>
      runMutation(operationContext, "logout", input, () => {
        const token = readBearerToken(operationContext);
        if (token !== undefined) deleteToken(operationContext.acq, token);
        return { ok: true };
      }),
  },

  Subscription: {
    registrationChanged: {
      subscribe: (
        _root: unknown,
        input: { registrationId: string },
        { acq }: OperationContext,
      ): RegistrationChangeStream => followRegistration(acq, input.registrationId),
    },
  },
};

/** Runs a mutation in one transaction; followers and the mailer are notified afterwards. */
function runMutation(
  operationContext: OperationContext,
  operation: string,
  variables: unknown,
  executeMutation: () => unknown,
): unknown {
  const response = operationContext.acq.database.runInTransaction(() =>
    runMutationOnce(operationContext, operation, variables, executeMutation),
  );
  operationContext.acq.mutationEmitter.emit("mutation");
  operationContext.acq.mailer.deliverWaitingMessages();
  return response;
}
