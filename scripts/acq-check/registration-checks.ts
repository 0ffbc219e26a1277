import { v4 as uuid } from "uuid";
import * as z from "zod";
import { activateAccount } from "~/acq/operations/activate-account.server";
import { fetchRegistrationStatus } from "~/acq/operations/registration.server";
import { requestActivationEmail } from "~/acq/operations/request-activation-email.server";
import { resendActivationEmail } from "~/acq/operations/resend-activation-email.server";
import { submitMembershipInterest } from "~/acq/operations/submit-membership-interest.server";
import { type RegistrationInput, submitRegistration } from "~/acq/operations/submit-registration.server";
import { isCountry } from "~/domain/countries.server";
import type { CheckTools } from "./check-tools";
import { type Prerequisite, noPrerequisite, hasSameJson, expectThat } from "./checklist";
import type { UsableCode } from "./code-checks";
import { requireData, readRefusalCodes } from "./acq-calls";

export interface SubmittedRegistration {
  input: RegistrationInput;
  registrationId: string;
}

/** Checks a registration until its activation e-mail is sent. Also checks operations that need no account. */
export async function checkRegistration(
  tools: CheckTools,
  codeDetails: Prerequisite<UsableCode>,
): Promise<Prerequisite<SubmittedRegistration>> {
  const { check, createClient } = tools;
  const registrationInput = createRegistrationInput(tools, codeDetails);
  const submitInput = (input: RegistrationInput, key = uuid()) =>
    submitRegistration(createClient().acq, input, key);

  await check("a registration with an unknown code returns REJECTED", registrationInput, async (input) => {
    const { status, registrationId, errors } = requireData(
      await submitInput({ ...input, registrationCode: `none-${uuid()}` }),
    );
    expectThat(status === "REJECTED", "REJECTED", status);
    expectThat(registrationId === null, "no id", registrationId);
    expectThat(errors.includes("REGISTRATION_CODE_INVALID"), "REGISTRATION_CODE_INVALID", errors);
  });
  for (const [title, wrongInput] of Object.entries(invalidChangesByTitle))
    await check(`a registration with ${title} returns a GraphQL error`, registrationInput, async (input) => {
      readRefusalCodes(await submitInput({ ...input, ...wrongInput }));
    });

  const key = uuid();
  const registrationResult = await check(
    "two simultaneous registrations with the same key create one account",
    registrationInput,
    async (input) => {
      const [firstResponse, secondResponse] = await Promise.all([
        submitInput(input, key),
        submitInput(input, key),
      ]);
      const { status, registrationId, errors } = requireData(firstResponse);
      expectThat(status === "CREATED", "CREATED", status);
      expectThat(registrationId !== null && registrationId !== "", "an id", "none");
      tools.noteUndeletedData(`the registration of ${input.email}`);
      expectThat(errors.length === 0, "no errors", errors);
      expectThat(
        hasSameJson(requireData(secondResponse), requireData(firstResponse)),
        "the first response again",
        requireData(secondResponse),
      );
      return { input, registrationId };
    },
  );
  await check(
    "a repeated registration with the same key returns the first response",
    registrationResult,
    async ({ input, registrationId }) => {
      const repeatedResponse = requireData(await submitInput(input, key));
      expectThat(
        repeatedResponse.status === "CREATED" && repeatedResponse.registrationId === registrationId,
        "CREATED and the same registration id",
        repeatedResponse,
      );
    },
  );
  await check(
    "reuse of a key with other variables returns a GraphQL error",
    registrationResult,
    async ({ input }) => {
      readRefusalCodes(await submitInput({ ...input, firstName: "Other" }, key));
    },
  );
  await check(
    "a registration with the same address in capitals returns PENDING and a new id",
    registrationResult,
    async (firstRegistration) => {
      const { status, registrationId } = requireData(
        await submitInput({ ...firstRegistration.input, email: firstRegistration.input.email.toUpperCase() }),
      );
      expectThat(status === "PENDING", "PENDING", status);
      expectThat(
        registrationId !== null && registrationId !== firstRegistration.registrationId,
        "another id",
        registrationId,
      );
    },
  );
  await checkSubscription(tools, registrationResult);
  await checkMails(tools, registrationResult);
  await checkUnknownIds(tools);
  return registrationResult;
}

const invalidChangesByTitle: Record<string, Partial<RegistrationInput>> = {
  "an invalid address": { email: "none" },
  "terms that are not accepted": { termsAccepted: false },
  "a country that the code does not offer": { country: "AQ" },
  "an empty name": { firstName: "" },
};

function createRegistrationInput(
  { settings }: CheckTools,
  usableCodeResult: Prerequisite<UsableCode>,
): Prerequisite<RegistrationInput> {
  if (!usableCodeResult.ok) return usableCodeResult;
  const offeredCountry = usableCodeResult.value.countryOptions.find(({ isoCode }) => isCountry(isoCode));
  if (!offeredCountry) return { ok: false, reason: "needs a country" };
  const [name = "acq-check", host = "example.com"] = settings.mailRecipient?.split("@") ?? [];
  const input = {
    registrationCode: settings.code,
    validityTimestamp: null,
    email: `${name}+${uuid()}@${host}`,
    ...({
      gender: "FEMALE",
      firstName: "Zoë",
      lastName: "O’Neill",
      country: offeredCountry.isoCode,
    } as const),
    termsPkString: offeredCountry.termsPkString,
    dataPolicyPkString: offeredCountry.dataPolicyPkString,
    newsletter: false,
    termsAccepted: true,
    locale: "en",
  };
  return { ok: true, value: input };
}

const statusSchema = z.object({ registration: z.object({ status: z.string() }) });

async function checkSubscription(
  { check, createClient, follow }: CheckTools,
  registrationResult: Prerequisite<SubmittedRegistration>,
): Promise<void> {
  await check(
    "a registration before its activation is CREATED or PENDING",
    registrationResult,
    async ({ registrationId }) => {
      const client = createClient();
      requireData(await fetchRegistrationStatus(client.acq, registrationId));
      const data: unknown = client.readLastResponseData();
      expectThat(statusSchema.safeParse(data).success, "a status", "null");
      const { status } = statusSchema.parse(data).registration;
      expectThat(status === "CREATED" || status === "PENDING", "CREATED or PENDING", status);
    },
  );
  await check(
    "a subscription reports the current status first",
    registrationResult,
    async ({ registrationId }) => {
      const subscription = follow(registrationId);
      try {
        const status = await subscription.readNextStatus();
        expectThat(status === "CREATED" || status === "PENDING", "CREATED or PENDING", status);
      } finally {
        subscription.unsubscribe();
      }
    },
  );
}

async function checkMails(
  { check, createClient, noteUndeletedData }: CheckTools,
  registrationResult: Prerequisite<SubmittedRegistration>,
): Promise<void> {
  await check(
    "a second e-mail within a minute returns TOO_EARLY and the time to wait",
    registrationResult,
    async (registration) => {
      const { status, retryAfter } = requireData(
        await resendActivationEmail(createClient().acq, registration.registrationId, uuid()),
      );
      expectThat(status === "TOO_EARLY", "TOO_EARLY", status);
      expectThat(retryAfter > 0 && retryAfter <= 60, "1 to 60 seconds", retryAfter);
    },
  );
  const unknownEmail = `none-${uuid()}@example.com`;
  const selectEmailByKind = {
    known: ({ input }: SubmittedRegistration) => input.email,
    unknown: () => unknownEmail,
  };
  for (const [kind, addressOf] of Object.entries(selectEmailByKind)) {
    await check(
      `requesting the e-mail of the ${kind} address returns RECEIVED`,
      registrationResult,
      async (submittedRegistration) => {
        const input = { email: addressOf(submittedRegistration), locale: "en" };
        requireData(await requestActivationEmail(createClient().acq, input, uuid()));
      },
    );
    await check(
      `an application with the ${kind} address returns RECEIVED`,
      registrationResult,
      async (address) => {
        const input = { email: addressOf(address), locale: "en" };
        requireData(await submitMembershipInterest(createClient().acq, input, uuid()));
        noteUndeletedData(`the application of ${input.email}`);
      },
    );
  }
}

async function checkUnknownIds({ check, createClient }: CheckTools): Promise<void> {
  const unknownId = `none-${uuid()}`;
  await check("the query of an unknown registration returns null", noPrerequisite, async () => {
    const status = requireData(await fetchRegistrationStatus(createClient().acq, unknownId));
    expectThat(status === "gone", "null", status);
  });
  await check(
    "resending the e-mail of an unknown registration returns NOT_PENDING",
    noPrerequisite,
    async () => {
      const { status } = requireData(await resendActivationEmail(createClient().acq, unknownId, uuid()));
      expectThat(status === "NOT_PENDING", "NOT_PENDING", status);
    },
  );
  await check("an unknown activation returns NOT_FOUND", noPrerequisite, async () => {
    const { status, continueUrl } = requireData(await activateAccount(createClient().acq, unknownId, uuid()));
    expectThat(status === "NOT_FOUND", "NOT_FOUND", status);
    expectThat(continueUrl === null, "no continueUrl", continueUrl);
  });
  await check("an application with an invalid address returns a GraphQL error", noPrerequisite, async () => {
    readRefusalCodes(
      await submitMembershipInterest(createClient().acq, { email: "none", locale: "en" }, uuid()),
    );
  });
}
