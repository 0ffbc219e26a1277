import type { Variables, AcqDefect, WrongAnswer } from "./wrong-acq";

const createGraphqlError = () => ({ errors: [{ message: "no", extensions: { code: "SOMETHING" } }] });

/** Returns a function that changes the only field of a GraphQL response. A response with errors stays unchanged. */
function changeField(
  changeValue: (value: Record<string, unknown>, variables: Variables, callCount: number) => unknown,
) {
  return ({ data, errors }: WrongAnswer, variables: Variables, callCount: number): unknown => {
    const [name, value] = Object.entries(data ?? {})[0] ?? [];
    const isObject = typeof value === "object" && value !== null;
    if (name === undefined || !isObject || errors) return { data, errors };
    return { data: { [name]: changeValue({ ...value }, variables, callCount) } };
  };
}

/** Returns a function that overwrites properties in the only field of a GraphQL response. */
const overwriteProperties = (changedProperties: Record<string, unknown>) =>
  changeField((value) => ({ ...value, ...changedProperties }));
/** Applies a change only to responses about the unknown codes and ids that the checks of acq use ("none-…"). */
const changeUnknownRegistration =
  (change: NonNullable<AcqDefect["answer"]>): NonNullable<AcqDefect["answer"]> =>
  (answer, variables, callCount) =>
    JSON.stringify(variables).includes("none-") ? change(answer, variables, callCount) : answer;
const changeUsableDetails = (changedProperties: Record<string, unknown>) =>
  changeField((value, { registrationCode }) =>
    String(registrationCode).startsWith("none-") ? value : { ...value, ...changedProperties },
  );
const countryOption = { isoCode: "DE", termsPkString: "t", dataPolicyPkString: "d" };
const createdData = { submitRegistration: { status: "CREATED", registrationId: "1", errors: [] } };
const readInput = (variables: Variables): Record<string, unknown> => asRecord(variables["input"]);
/** Replaces acq's response only to the registrations for which `isAffected` returns true. */
const replaceSubmissionAnswer =
  (
    isAffected: (input: Record<string, unknown>, correctAnswer: WrongAnswer) => boolean,
    wrongAnswer: unknown,
  ) =>
  (answer: WrongAnswer, variables: Variables) =>
    isAffected(readInput(variables), answer) ? wrongAnswer : answer;
const readSubmissionStatus = ({ data }: WrongAnswer): unknown =>
  asRecord(data?.["submitRegistration"])["status"];
const changeSubmissionAnswer =
  (status: string, changedProperties: Record<string, unknown>) => (answer: WrongAnswer) =>
    readSubmissionStatus(answer) === status
      ? {
          data: {
            submitRegistration: { ...asRecord(answer.data?.["submitRegistration"]), ...changedProperties },
          },
        }
      : answer;

const checkOperation = "checkRegistrationCode";
const linkOperation = "generateRegistrationLink";
const submitOperation = "submitRegistration";
const usableCodeTitle = "a code with places left can be used for the form";
const unknownCodeTitle = "an unknown code returns the data error REGISTRATION_CODE_INVALID";
const duplicateRegistrationTitle = "two simultaneous registrations with the same key create one account";
const memberInvitationTitle = "a member's viewer contains the member's invitation";
const generatedLinkTitle = "an administrator can generate a link that is valid for 14 days";
const usableLinkTitle = "a generated link can be used for the form";
const activationTitle = "a first activation returns ACTIVATED, and the subscription reports it";
const secondMailTitle = "a second e-mail within a minute returns TOO_EARLY and the time to wait";
const isTimestamp = (value: unknown) => typeof value === "string" && value.length > 20;

export type DefectCase = [defectName: string, title: string, defect: AcqDefect];

const memberViewerAnswer = {
  data: { viewer: { id: "1", firstName: "A", roles: ["MEMBER"], vipStatus: null, invitation: null } },
};

function changeSignInToken(token: string) {
  return changeField((value) => (value["token"] === null ? value : { token }));
}

function changeGeneratedLink(changedProperties: Record<string, unknown>) {
  return changeField((value) =>
    value["link"] ? { ...value, link: { ...asRecord(value["link"]), ...changedProperties } } : value,
  );
}

function changeKnownRegistration(changedProperties: Record<string, unknown>) {
  return changeField((value, variables) =>
    JSON.stringify(variables).includes("none-") ? value : { ...value, ...changedProperties },
  );
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Defects of acq that acq-check finds without an account or a mailbox. */
export const publicDefects: DefectCase[] = [
  [
    "a usable code with an error",
    usableCodeTitle,
    { operation: checkOperation, answer: changeUsableDetails({ errors: ["INVITER_INVALID"] }) },
  ],
  [
    "an empty list of countries",
    usableCodeTitle,
    { operation: checkOperation, answer: changeUsableDetails({ countryOptions: [] }) },
  ],
  [
    "a country code in lower case",
    usableCodeTitle,
    {
      operation: checkOperation,
      answer: changeUsableDetails({ countryOptions: [{ ...countryOption, isoCode: "de" }] }),
    },
  ],
  [
    "the same country twice",
    usableCodeTitle,
    {
      operation: checkOperation,
      answer: changeUsableDetails({ countryOptions: [countryOption, countryOption] }),
    },
  ],
  [
    "only countries that the site does not support",
    usableCodeTitle,
    {
      operation: checkOperation,
      answer: changeUsableDetails({ countryOptions: [{ ...countryOption, isoCode: "US" }] }),
    },
  ],
  [
    "an empty key of a legal text",
    usableCodeTitle,
    {
      operation: checkOperation,
      answer: changeUsableDetails({ countryOptions: [{ ...countryOption, termsPkString: "" }] }),
    },
  ],
  [
    "the legal text key null",
    usableCodeTitle,
    {
      operation: checkOperation,
      answer: changeUsableDetails({ countryOptions: [{ ...countryOption, termsPkString: null }] }),
    },
  ],
  [
    "an empty inviter's name",
    usableCodeTitle,
    { operation: checkOperation, answer: changeUsableDetails({ invitorName: "" }) },
  ],
  [
    "a missing inviter's name",
    usableCodeTitle,
    { operation: checkOperation, answer: changeUsableDetails({ invitorName: undefined }) },
  ],
  [
    "a number as the inviter's name",
    usableCodeTitle,
    { operation: checkOperation, answer: changeUsableDetails({ invitorName: 7 }) },
  ],
  [
    "a legal text key that is too long",
    usableCodeTitle,
    {
      operation: checkOperation,
      answer: changeUsableDetails({ countryOptions: [{ ...countryOption, termsPkString: "t".repeat(101) }] }),
    },
  ],
  [
    "errors are null",
    usableCodeTitle,
    { operation: checkOperation, answer: changeUsableDetails({ errors: null }) },
  ],
  [
    "missing errorDetails",
    usableCodeTitle,
    { operation: checkOperation, answer: changeUsableDetails({ errorDetails: undefined }) },
  ],
  [
    "another inviter's name at each check",
    "checking a code twice returns the same answer",
    {
      operation: checkOperation,
      answer: changeField((value, { registrationCode, validityTimestamp }, callCount) =>
        registrationCode === "WELCOME" && validityTimestamp === null && callCount === 2
          ? { ...value, invitorName: `Anna ${callCount}` }
          : value,
      ),
    },
  ],
  [
    "codes compared with regard to case",
    "codes are accepted in any case and with any hyphens",
    {
      operation: checkOperation,
      answer: changeField((value, { registrationCode }) =>
        registrationCode === "welcome" ? { ...value, errors: ["REGISTRATION_CODE_INVALID"] } : value,
      ),
    },
  ],
  [
    "codes compared with regard to hyphens",
    "codes are accepted in any case and with any hyphens",
    {
      operation: checkOperation,
      answer: changeField((value, { registrationCode }) =>
        String(registrationCode).startsWith("W-E")
          ? { ...value, errors: ["REGISTRATION_CODE_INVALID"] }
          : value,
      ),
    },
  ],
  [
    "a GraphQL error for an unknown code",
    unknownCodeTitle,
    { operation: checkOperation, answer: changeUnknownRegistration(createGraphqlError) },
  ],
  [
    "null for an unknown code",
    unknownCodeTitle,
    {
      operation: checkOperation,
      answer: changeUnknownRegistration(() => ({ data: { registrationCodeDetails: null } })),
    },
  ],
  [
    "an unknown code without errors",
    unknownCodeTitle,
    { operation: checkOperation, answer: changeUnknownRegistration(overwriteProperties({ errors: [] })) },
  ],
  [
    "an unknown code with the error of an expired code",
    unknownCodeTitle,
    {
      operation: checkOperation,
      answer: changeUnknownRegistration(overwriteProperties({ errors: ["REGISTRATION_CODE_EXPIRED"] })),
    },
  ],
  [
    "an error that the schema does not contain",
    unknownCodeTitle,
    {
      operation: checkOperation,
      answer: changeUnknownRegistration(
        overwriteProperties({ errors: ["REGISTRATION_CODE_INVALID", "NEW"] }),
      ),
    },
  ],
  [
    "no text for logs",
    "each error of a code has a text for logs",
    {
      operation: checkOperation,
      answer: changeUnknownRegistration(overwriteProperties({ errorDetails: [] })),
    },
  ],
  [
    "an empty text for logs",
    "each error of a code has a text for logs",
    {
      operation: checkOperation,
      answer: changeUnknownRegistration(
        overwriteProperties({ errorDetails: [{ type: "REGISTRATION_CODE_INVALID", error: "" }] }),
      ),
    },
  ],
  [
    "any timestamp is accepted",
    "a made-up timestamp returns an error",
    {
      operation: checkOperation,
      answer: changeField((value, { validityTimestamp }) =>
        validityTimestamp === "made-up" ? { ...value, errors: [], errorDetails: [] } : value,
      ),
    },
  ],
  [
    "a country code in lower case",
    "countryDetails returns null or an upper-case country code",
    { operation: "countryDetails", answer: () => ({ data: { countryDetails: { country: "de" } } }) },
  ],
  [
    "a number as the country",
    "countryDetails returns null or an upper-case country code",
    { operation: "countryDetails", answer: () => ({ data: { countryDetails: { country: 49 } } }) },
  ],
  [
    "a GraphQL error for the country",
    "countryDetails returns null or an upper-case country code",
    { operation: "countryDetails", answer: createGraphqlError },
  ],
  [
    "a GraphQL error without a token",
    "the viewer is null without a token",
    {
      operation: "viewer",
      answer: (_correctAnswer, _variables, callCount) =>
        callCount === 1 ? createGraphqlError() : _correctAnswer,
    },
  ],
  [
    "a viewer without a token",
    "the viewer is null without a token",
    {
      operation: "viewer",
      answer: (_correctAnswer, _variables, callCount) =>
        callCount === 1 ? memberViewerAnswer : _correctAnswer,
    },
  ],
  [
    "a GraphQL error for an unknown token",
    "the viewer is null with an unknown token",
    {
      operation: "viewer",
      answer: (_correctAnswer, _variables, callCount) =>
        callCount === 2 ? createGraphqlError() : _correctAnswer,
    },
  ],
  [
    "a viewer with any token",
    "the viewer is null with an unknown token",
    {
      operation: "viewer",
      answer: (_correctAnswer, _variables, callCount) =>
        callCount === 2 ? memberViewerAnswer : _correctAnswer,
    },
  ],
  [
    "a GraphQL error for wrong credentials",
    "a login with an unknown address returns the token null",
    { operation: "login", answer: createGraphqlError },
  ],
  [
    "a token for wrong credentials",
    "a login with an unknown address returns the token null",
    { operation: "login", answer: overwriteProperties({ token: "t" }) },
  ],
  [
    "no GraphQL error for a link without a token",
    "generating a link without a token is FORBIDDEN",
    { operation: linkOperation, answer: () => ({ data: { [linkOperation]: { link: null, errors: [] } } }) },
  ],
  [
    "a refusal without the code FORBIDDEN",
    "generating a link without a token is FORBIDDEN",
    { operation: linkOperation, answer: createGraphqlError },
  ],
  [
    "an unknown code is accepted",
    "a registration with an unknown code returns REJECTED",
    {
      operation: submitOperation,
      answer: changeUnknownRegistration((answer) =>
        changeSubmissionAnswer("REJECTED", { status: "CREATED", registrationId: "1" })(answer),
      ),
    },
  ],
  [
    "REJECTED with a registration id",
    "a registration with an unknown code returns REJECTED",
    { operation: submitOperation, answer: changeSubmissionAnswer("REJECTED", { registrationId: "1" }) },
  ],
  [
    "REJECTED without an error",
    "a registration with an unknown code returns REJECTED",
    { operation: submitOperation, answer: changeSubmissionAnswer("REJECTED", { errors: [] }) },
  ],
  [
    "any e-mail address is accepted",
    "a registration with an invalid address returns a GraphQL error",
    {
      operation: submitOperation,
      answer: replaceSubmissionAnswer(({ email }) => email === "none", { data: createdData }),
    },
  ],
  [
    "terms need not be accepted",
    "a registration with terms that are not accepted returns a GraphQL error",
    {
      operation: submitOperation,
      answer: replaceSubmissionAnswer(({ termsAccepted }) => termsAccepted === false, { data: createdData }),
    },
  ],
  [
    "any country is accepted",
    "a registration with a country that the code does not offer returns a GraphQL error",
    {
      operation: submitOperation,
      answer: replaceSubmissionAnswer(({ country }) => country === "AQ", { data: createdData }),
    },
  ],
  [
    "any name is accepted",
    "a registration with an empty name returns a GraphQL error",
    {
      operation: submitOperation,
      answer: replaceSubmissionAnswer(({ firstName }) => firstName === "", { data: createdData }),
    },
  ],
  [
    "idempotency keys are ignored",
    duplicateRegistrationTitle,
    { operation: submitOperation, omittedHeader: "idempotency-key" },
  ],
  [
    "PENDING instead of CREATED",
    duplicateRegistrationTitle,
    { operation: submitOperation, answer: changeSubmissionAnswer("CREATED", { status: "PENDING" }) },
  ],
  [
    "CREATED without a registration id",
    duplicateRegistrationTitle,
    { operation: submitOperation, answer: changeSubmissionAnswer("CREATED", { registrationId: null }) },
  ],
  [
    "CREATED with an error",
    duplicateRegistrationTitle,
    {
      operation: submitOperation,
      answer: changeSubmissionAnswer("CREATED", { errors: ["INVITER_INVALID"] }),
    },
  ],
  [
    "a status that the schema does not contain",
    duplicateRegistrationTitle,
    { operation: submitOperation, answer: changeSubmissionAnswer("CREATED", { status: "NEW" }) },
  ],
  [
    "a key loses its first answer",
    "a repeated registration with the same key returns the first answer",
    {
      operation: submitOperation,
      answer: (answer, _variables, callCount) =>
        readSubmissionStatus(answer) === "CREATED" && callCount > 7
          ? changeSubmissionAnswer("CREATED", { status: "PENDING" })(answer)
          : answer,
    },
  ],
  [
    "a key accepts other variables",
    "reuse of a key with other variables returns a GraphQL error",
    {
      operation: submitOperation,
      answer: replaceSubmissionAnswer(({ firstName }) => firstName === "Other", { data: createdData }),
    },
  ],
  [
    "e-mail addresses compared with regard to case",
    "a registration with the same address in capitals returns PENDING and a new id",
    { operation: submitOperation, answer: changeSubmissionAnswer("PENDING", { status: "CREATED" }) },
  ],
  [
    "null for a pending registration",
    "a registration before its activation is CREATED or PENDING",
    {
      operation: "registration",
      answer: (answer, variables) =>
        JSON.stringify(variables).includes("none-") ? answer : { data: { registration: null } },
    },
  ],
  [
    "ACTIVE for a pending registration",
    "a registration before its activation is CREATED or PENDING",
    { operation: "registration", answer: overwriteProperties({ status: "ACTIVE" }) },
  ],
  [
    "the subscription sends nothing",
    "a subscription reports the current status first",
    { message: () => undefined },
  ],
  [
    "the subscription sends the wrong status",
    "a subscription reports the current status first",
    { message: (text) => text.replace(/CREATED|PENDING/, "ACTIVE") },
  ],
  [
    "the subscription sends a status that the schema does not contain",
    "a subscription reports the current status first",
    { message: (text) => text.replace(/CREATED|PENDING/, "NEW") },
  ],
  [
    "the subscription is closed",
    "a subscription reports the current status first",
    { socketCloseCode: 4403 },
  ],
  [
    "the subscription has errors",
    "a subscription reports the current status first",
    { message: (text) => text.replace('"data":', '"data":null,"errors":[{"message":"no"}],"extensions":') },
  ],
  [
    "a second e-mail is sent at once",
    secondMailTitle,
    {
      operation: "resendActivationEmail",
      answer: changeField((value, { registrationId }) =>
        String(registrationId).startsWith("none-") ? value : { status: "SENT", retryAfter: 60 },
      ),
    },
  ],
  [
    "a waiting time of 0 seconds",
    secondMailTitle,
    {
      operation: "resendActivationEmail",
      answer: changeField((value) => (value["status"] === "TOO_EARLY" ? { ...value, retryAfter: 0 } : value)),
    },
  ],
  [
    "a waiting time of an hour",
    secondMailTitle,
    {
      operation: "resendActivationEmail",
      answer: changeField((value) =>
        value["status"] === "TOO_EARLY" ? { ...value, retryAfter: 3600 } : value,
      ),
    },
  ],
  [
    "a missing waiting time",
    secondMailTitle,
    {
      operation: "resendActivationEmail",
      answer: changeField((value) => (value["status"] === "TOO_EARLY" ? { status: "TOO_EARLY" } : value)),
    },
  ],
  [
    "the answer reveals unknown addresses",
    "requesting the e-mail of the unknown address returns RECEIVED",
    { operation: "requestActivationEmail", answer: changeUnknownRegistration(createGraphqlError) },
  ],
  [
    "the answer reveals that an e-mail is sent",
    "requesting the e-mail of the known address returns RECEIVED",
    {
      operation: "requestActivationEmail",
      answer: (answer, variables) =>
        JSON.stringify(variables).includes("none-")
          ? answer
          : { data: { requestActivationEmail: { status: "SENT" } } },
    },
  ],
  [
    "the answer reveals earlier applications",
    "an application with the known address returns RECEIVED",
    {
      operation: "submitMembershipInterest",
      answer: (answer, variables) =>
        JSON.stringify(variables).includes("none") ? answer : createGraphqlError(),
    },
  ],
  [
    "any applicant's address is accepted",
    "an application with an invalid address returns a GraphQL error",
    {
      operation: "submitMembershipInterest",
      answer: () => ({ data: { submitMembershipInterest: { status: "RECEIVED" } } }),
    },
  ],
  [
    "a GraphQL error for an unknown registration",
    "the query of an unknown registration returns null",
    { operation: "registration", answer: changeUnknownRegistration(createGraphqlError) },
  ],
  [
    "an e-mail for an unknown registration",
    "resending the e-mail of an unknown registration returns NOT_PENDING",
    {
      operation: "resendActivationEmail",
      answer: changeUnknownRegistration(() => ({
        data: { resendActivationEmail: { status: "SENT", retryAfter: 60 } },
      })),
    },
  ],
  [
    "FAILED for an unknown activation",
    "an unknown activation returns NOT_FOUND",
    {
      operation: "activateAccount",
      answer: changeUnknownRegistration(overwriteProperties({ status: "FAILED" })),
    },
  ],
  [
    "a continueUrl for an unknown activation",
    "an unknown activation returns NOT_FOUND",
    {
      operation: "activateAccount",
      answer: changeUnknownRegistration(overwriteProperties({ continueUrl: "https://club.example/" })),
    },
  ],
];

/** Defects of acq that acq-check finds if it can sign in as a member. */
export const memberDefects: DefectCase[] = [
  [
    "the token null for correct credentials",
    "a member signs in",
    { operation: "login", answer: overwriteProperties({ token: null }) },
  ],
  ["an empty token", "a member signs in", { operation: "login", answer: changeSignInToken("") }],
  [
    "a token that is too long",
    "a member signs in",
    { operation: "login", answer: changeSignInToken("t".repeat(4000)) },
  ],
  [
    "a token with a character that headers cannot contain",
    "a member signs in",
    { operation: "login", answer: changeSignInToken("zoë") },
  ],
  [
    "a viewer without roles",
    memberInvitationTitle,
    { operation: "viewer", answer: overwriteProperties({ roles: [] }) },
  ],
  [
    "a role that the schema does not contain",
    memberInvitationTitle,
    { operation: "viewer", answer: overwriteProperties({ roles: ["MEMBER", "VISITOR"] }) },
  ],
  [
    "a member with the role ADMIN",
    memberInvitationTitle,
    { operation: "viewer", answer: overwriteProperties({ roles: ["MEMBER", "ADMIN"] }) },
  ],
  [
    "a viewer without a name",
    memberInvitationTitle,
    { operation: "viewer", answer: overwriteProperties({ firstName: "" }) },
  ],
  [
    "a number as the viewer's id",
    memberInvitationTitle,
    { operation: "viewer", answer: overwriteProperties({ id: 7 }) },
  ],
  [
    "a VIP status that the schema does not contain",
    memberInvitationTitle,
    { operation: "viewer", answer: overwriteProperties({ vipStatus: "PLATINUM" }) },
  ],
  [
    "a member without an invitation",
    memberInvitationTitle,
    { operation: "viewer", answer: overwriteProperties({ invitation: null }) },
  ],
  [
    "a negative balance",
    memberInvitationTitle,
    {
      operation: "viewer",
      answer: overwriteProperties({
        invitation: { registrationCode: "VIP2026", balance: -1, pending: 0, joined: 0 },
      }),
    },
  ],
  [
    "a text as the balance",
    memberInvitationTitle,
    {
      operation: "viewer",
      answer: overwriteProperties({
        invitation: { registrationCode: "VIP2026", balance: "3", pending: 0, joined: 0 },
      }),
    },
  ],
  [
    "a sign-out that returns false",
    "a member signs out",
    { operation: "logout", answer: overwriteProperties({ ok: false }) },
  ],
  [
    "a token that remains valid after the sign-out",
    "a member's token is invalid after the sign-out",
    { operation: "logout", omittedHeader: "authorization" },
  ],
  [
    "e-mail addresses compared with regard to case",
    "a member's e-mail address is accepted in capitals",
    {
      operation: "login",
      answer: (answer, { email }) =>
        /[A-Z]/.test(String(email)) ? { data: { login: { token: null } } } : answer,
    },
  ],
  [
    "any password is accepted",
    "a login with a wrong password returns the token null",
    {
      operation: "login",
      answer: (answer, { email, password }) =>
        email === "member@example.com" && password !== "velvetgate"
          ? { data: { login: { token: "t" } } }
          : answer,
    },
  ],
  [
    "no link for the member's own code",
    "a member can generate a link for the own code",
    {
      operation: linkOperation,
      answer: ({ errors, data }) =>
        data ? { errors: [{ message: "no", extensions: { code: "FORBIDDEN" } }] } : { errors },
    },
  ],
  [
    "no FORBIDDEN for a link of another code",
    "a member cannot generate a link for another code",
    {
      operation: linkOperation,
      answer: (answer, _variables, callCount) =>
        callCount === 3
          ? { data: { [linkOperation]: { link: null, errors: ["REGISTRATION_CODE_INVALID"] } } }
          : answer,
    },
  ],
];

/** Defects of acq that acq-check finds if it can sign in as an administrator. */
export const administratorDefects: DefectCase[] = [
  [
    "an administrator without the role ADMIN",
    "an administrator's viewer has the role ADMIN",
    { operation: "viewer", answer: overwriteProperties({ roles: ["MEMBER"] }) },
  ],
  [
    "a link that is valid for one day",
    generatedLinkTitle,
    {
      operation: linkOperation,
      answer: changeGeneratedLink({ expiresAt: new Date(Date.now() + 24 * 3600_000).toISOString() }),
    },
  ],
  [
    "an invalid expiry date",
    generatedLinkTitle,
    { operation: linkOperation, answer: changeGeneratedLink({ expiresAt: "tomorrow" }) },
  ],
  [
    "a link for another code",
    generatedLinkTitle,
    { operation: linkOperation, answer: changeGeneratedLink({ registrationCode: "OTHER" }) },
  ],
  [
    "an empty timestamp",
    generatedLinkTitle,
    { operation: linkOperation, answer: changeGeneratedLink({ validityTimestamp: "" }) },
  ],
  [
    "a timestamp that ends with a hyphen",
    generatedLinkTitle,
    { operation: linkOperation, answer: changeGeneratedLink({ validityTimestamp: "mi8vq0ab.abc-" }) },
  ],
  [
    "a timestamp with characters that links do not keep",
    generatedLinkTitle,
    { operation: linkOperation, answer: changeGeneratedLink({ validityTimestamp: "abc+def=" }) },
  ],
  [
    "a link that returns an error",
    usableLinkTitle,
    {
      operation: checkOperation,
      answer: changeField((value, { validityTimestamp }) =>
        isTimestamp(validityTimestamp) ? { ...value, errors: ["REGISTRATION_CODE_EXPIRED"] } : value,
      ),
    },
  ],
  [
    "a damaged timestamp is accepted",
    "a link with a damaged timestamp returns an error",
    {
      operation: checkOperation,
      answer: changeField((value, { validityTimestamp }) =>
        isTimestamp(validityTimestamp) ? { ...value, errors: [], errorDetails: [] } : value,
      ),
    },
  ],
  [
    "no error for an unknown code",
    "generating a link for an unknown code returns an error and no link",
    {
      operation: linkOperation,
      answer: changeUnknownRegistration(() => ({ data: { [linkOperation]: { link: null, errors: [] } } })),
    },
  ],
  [
    "another link for the same key",
    "generating a link twice with the same key returns the same link",
    {
      operation: linkOperation,
      answer: changeField((value, _variables, callCount) => ({
        ...value,
        ...(callCount > 4 && {
          link: { ...asRecord(value["link"]), validityTimestamp: `another-${callCount}` },
        }),
      })),
    },
  ],
];

/** Defects of acq that acq-check finds if it can read the mailbox. */
export const activationDefects: DefectCase[] = [
  [
    "FAILED for a first activation",
    activationTitle,
    { operation: "activateAccount", answer: changeKnownRegistration({ status: "FAILED" }) },
  ],
  [
    "ALREADY_ACTIVE for a first activation",
    activationTitle,
    { operation: "activateAccount", answer: changeKnownRegistration({ status: "ALREADY_ACTIVE" }) },
  ],
  [
    "a missing registration id",
    activationTitle,
    { operation: "activateAccount", answer: changeKnownRegistration({ registrationId: null }) },
  ],
  [
    "a script as the continueUrl",
    activationTitle,
    { operation: "activateAccount", answer: changeKnownRegistration({ continueUrl: "javascript:alert(1)" }) },
  ],
  [
    "the subscription does not report the activation",
    activationTitle,
    { message: (text) => (text.includes("ACTIVE") ? undefined : text) },
  ],
  [
    "idempotency keys are ignored",
    "a repeated activation with the same key returns the first answer",
    { operation: "activateAccount", omittedHeader: "idempotency-key" },
  ],
  [
    "ACTIVATED for a second activation",
    "a second activation with a new key returns ALREADY_ACTIVE",
    { operation: "activateAccount", answer: changeKnownRegistration({ status: "ACTIVATED" }) },
  ],
  [
    "PENDING after the activation",
    "the registration is ACTIVE after the activation",
    { operation: "registration", answer: overwriteProperties({ status: "PENDING" }) },
  ],
  [
    "another e-mail for an active account",
    "resending the e-mail of an active account returns NOT_PENDING",
    {
      operation: "resendActivationEmail",
      answer: (answer, _variables, callCount) =>
        callCount > 2 ? { data: { resendActivationEmail: { status: "SENT", retryAfter: 60 } } } : answer,
    },
  ],
  [
    "PENDING for a member's address",
    "a registration with a member's e-mail address returns ACTIVE",
    { operation: submitOperation, answer: changeSubmissionAnswer("ACTIVE", { status: "PENDING" }) },
  ],
];

/** Responses of acq that are not GraphQL. */
export const unreadableAnswerDefects: [defectName: string, defect: AcqDefect][] = [
  ["HTML", { contentType: "text/html" }],
  ["an error with status 500", { status: 500 }],
  ["invalid JSON", { answer: () => "{" }],
  ["a JSON list", { answer: () => [] }],
];
