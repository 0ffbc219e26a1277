import type { Variables, AcqDefect, WrongResponse } from "./wrong-acq";

const createGraphqlError = () => ({ errors: [{ message: "no", extensions: { code: "SOMETHING" } }] });

/** Returns a function that changes the only field of a GraphQL response. A response with errors stays unchanged. */
function changeField(
  changeValue: (value: Record<string, unknown>, variables: Variables, callCount: number) => unknown,
) {
  return ({ data, errors }: WrongResponse, variables: Variables, callCount: number): unknown => {
    const [name, value] = Object.entries(data ?? {})[0] ?? [];
    const isObject = typeof value === "object" && value !== null;
    if (name === undefined || !isObject || errors) return { data, errors };
    return { data: { [name]: changeValue({ ...value }, variables, callCount) } };
  };
}

/** Returns a function that overwrites properties in the only field of a GraphQL response. */
const overwriteProperties = (changedProperties: Record<string, unknown>) =>
  changeField((value) => ({ ...value, ...changedProperties }));
/** Returns a function that replaces the response to one call of the operation, counted from 1. */
const replaceResponseOfCall =
  (callNumber: number, wrongResponse: unknown): NonNullable<AcqDefect["response"]> =>
  (response, _variables, callCount) =>
    callCount === callNumber ? wrongResponse : response;
/** Applies a change only to responses about the unknown codes and ids that the checks of acq use ("none-…"). */
const changeUnknownRegistration =
  (change: NonNullable<AcqDefect["response"]>): NonNullable<AcqDefect["response"]> =>
  (response, variables, callCount) =>
    JSON.stringify(variables).includes("none-") ? change(response, variables, callCount) : response;
const changeUsableDetails = (changedProperties: Record<string, unknown>) =>
  changeField((value, { registrationCode }) =>
    String(registrationCode).startsWith("none-") ? value : { ...value, ...changedProperties },
  );
const countryOption = { isoCode: "DE", termsPkString: "t", dataPolicyPkString: "d" };
const createdData = { submitRegistration: { status: "CREATED", registrationId: "1", errors: [] } };
const readInput = (variables: Variables): Record<string, unknown> => asRecord(variables["input"]);
/** Replaces acq's response only to the registrations for which `isAffected` returns true. */
const replaceSubmissionResponse =
  (
    isAffected: (input: Record<string, unknown>, correctResponse: WrongResponse) => boolean,
    wrongResponse: unknown,
  ) =>
  (response: WrongResponse, variables: Variables) =>
    isAffected(readInput(variables), response) ? wrongResponse : response;
const readSubmissionStatus = ({ data }: WrongResponse): unknown =>
  asRecord(data?.["submitRegistration"])["status"];
const changeSubmissionResponse =
  (status: string, changedProperties: Record<string, unknown>) => (response: WrongResponse) =>
    readSubmissionStatus(response) === status
      ? {
          data: {
            submitRegistration: { ...asRecord(response.data?.["submitRegistration"]), ...changedProperties },
          },
        }
      : response;

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

const memberViewerResponse = {
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
    { operation: checkOperation, response: changeUsableDetails({ errors: ["INVITER_INVALID"] }) },
  ],
  [
    "an empty list of countries",
    usableCodeTitle,
    { operation: checkOperation, response: changeUsableDetails({ countryOptions: [] }) },
  ],
  [
    "a country code in lower case",
    usableCodeTitle,
    {
      operation: checkOperation,
      response: changeUsableDetails({ countryOptions: [{ ...countryOption, isoCode: "de" }] }),
    },
  ],
  [
    "the same country twice",
    usableCodeTitle,
    {
      operation: checkOperation,
      response: changeUsableDetails({ countryOptions: [countryOption, countryOption] }),
    },
  ],
  [
    "only countries that the site does not support",
    usableCodeTitle,
    {
      operation: checkOperation,
      response: changeUsableDetails({ countryOptions: [{ ...countryOption, isoCode: "US" }] }),
    },
  ],
  [
    "an empty key of a legal text",
    usableCodeTitle,
    {
      operation: checkOperation,
      response: changeUsableDetails({ countryOptions: [{ ...countryOption, termsPkString: "" }] }),
    },
  ],
  [
    "the legal text key null",
    usableCodeTitle,
    {
      operation: checkOperation,
      response: changeUsableDetails({ countryOptions: [{ ...countryOption, termsPkString: null }] }),
    },
  ],
  [
    "an empty inviter's name",
    usableCodeTitle,
    { operation: checkOperation, response: changeUsableDetails({ invitorName: "" }) },
  ],
  [
    "a missing inviter's name",
    usableCodeTitle,
    { operation: checkOperation, response: changeUsableDetails({ invitorName: undefined }) },
  ],
  [
    "a number as the inviter's name",
    usableCodeTitle,
    { operation: checkOperation, response: changeUsableDetails({ invitorName: 7 }) },
  ],
  [
    "a legal text key that is too long",
    usableCodeTitle,
    {
      operation: checkOperation,
      response: changeUsableDetails({
        countryOptions: [{ ...countryOption, termsPkString: "t".repeat(101) }],
      }),
    },
  ],
  [
    "errors are null",
    usableCodeTitle,
    { operation: checkOperation, response: changeUsableDetails({ errors: null }) },
  ],
  [
    "missing errorDetails",
    usableCodeTitle,
    { operation: checkOperation, response: changeUsableDetails({ errorDetails: undefined }) },
  ],
  [
    "another inviter's name at each check",
    "checking a code twice returns the same response",
    {
      operation: checkOperation,
      response: changeField((value, { registrationCode, validityTimestamp }, callCount) =>
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
      response: changeField((value, { registrationCode }) =>
        registrationCode === "welcome" ? { ...value, errors: ["REGISTRATION_CODE_INVALID"] } : value,
      ),
    },
  ],
  [
    "codes compared with regard to hyphens",
    "codes are accepted in any case and with any hyphens",
    {
      operation: checkOperation,
      response: changeField((value, { registrationCode }) =>
        String(registrationCode).startsWith("W-E")
          ? { ...value, errors: ["REGISTRATION_CODE_INVALID"] }
          : value,
      ),
    },
  ],
  [
    "a GraphQL error for an unknown code",
    unknownCodeTitle,
    { operation: checkOperation, response: changeUnknownRegistration(createGraphqlError) },
  ],
  [
    "null for an unknown code",
    unknownCodeTitle,
    {
      operation: checkOperation,
      response: changeUnknownRegistration(() => ({ data: { registrationCodeDetails: null } })),
    },
  ],
  [
    "an unknown code without errors",
    unknownCodeTitle,
    { operation: checkOperation, response: changeUnknownRegistration(overwriteProperties({ errors: [] })) },
  ],
  [
    "an unknown code with the error of an expired code",
    unknownCodeTitle,
    {
      operation: checkOperation,
      response: changeUnknownRegistration(overwriteProperties({ errors: ["REGISTRATION_CODE_EXPIRED"] })),
    },
  ],
  [
    "an error that the schema does not contain",
    unknownCodeTitle,
    {
      operation: checkOperation,
      response: changeUnknownRegistration(
        overwriteProperties({ errors: ["REGISTRATION_CODE_INVALID", "NEW"] }),
      ),
    },
  ],
  [
    "no text for logs",
    "each error of a code has a text for logs",
    {
      operation: checkOperation,
      response: changeUnknownRegistration(overwriteProperties({ errorDetails: [] })),
    },
  ],
  [
    "an empty text for logs",
    "each error of a code has a text for logs",
    {
      operation: checkOperation,
      response: changeUnknownRegistration(
        overwriteProperties({ errorDetails: [{ type: "REGISTRATION_CODE_INVALID", error: "" }] }),
      ),
    },
  ],
  [
    "any timestamp is accepted",
    "a made-up timestamp returns an error",
    {
      operation: checkOperation,
      response: changeField((value, { validityTimestamp }) =>
        validityTimestamp === "made-up" ? { ...value, errors: [], errorDetails: [] } : value,
      ),
    },
  ],
  [
    "a country code in lower case",
    "countryDetails returns null or an upper-case country code",
    { operation: "countryDetails", response: () => ({ data: { countryDetails: { country: "de" } } }) },
  ],
  [
    "a number as the country",
    "countryDetails returns null or an upper-case country code",
    { operation: "countryDetails", response: () => ({ data: { countryDetails: { country: 49 } } }) },
  ],
  [
    "a GraphQL error for the country",
    "countryDetails returns null or an upper-case country code",
    { operation: "countryDetails", response: createGraphqlError },
  ],
  [
    "a GraphQL error without a token",
    "the viewer is null without a token",
    {
      operation: "viewer",
      response: replaceResponseOfCall(1, createGraphqlError()),
    },
  ],
  [
    "a viewer without a token",
    "the viewer is null without a token",
    {
      operation: "viewer",
      response: replaceResponseOfCall(1, memberViewerResponse),
    },
  ],
  [
    "a GraphQL error for an unknown token",
    "the viewer is null with an unknown token",
    {
      operation: "viewer",
      response: replaceResponseOfCall(2, createGraphqlError()),
    },
  ],
  [
    "a viewer with any token",
    "the viewer is null with an unknown token",
    {
      operation: "viewer",
      response: replaceResponseOfCall(2, memberViewerResponse),
    },
  ],
  [
    "a GraphQL error for wrong credentials",
    "a login with an unknown address returns the token null",
    { operation: "login", response: createGraphqlError },
  ],
  [
    "a token for wrong credentials",
    "a login with an unknown address returns the token null",
    { operation: "login", response: overwriteProperties({ token: "t" }) },
  ],
  [
    "no GraphQL error for a link without a token",
    "generating a link without a token is FORBIDDEN",
    { operation: linkOperation, response: () => ({ data: { [linkOperation]: { link: null, errors: [] } } }) },
  ],
  [
    "a refusal without the code FORBIDDEN",
    "generating a link without a token is FORBIDDEN",
    { operation: linkOperation, response: createGraphqlError },
  ],
  [
    "an unknown code is accepted",
    "a registration with an unknown code returns REJECTED",
    {
      operation: submitOperation,
      response: changeUnknownRegistration((response) =>
        changeSubmissionResponse("REJECTED", { status: "CREATED", registrationId: "1" })(response),
      ),
    },
  ],
  [
    "REJECTED with a registration id",
    "a registration with an unknown code returns REJECTED",
    { operation: submitOperation, response: changeSubmissionResponse("REJECTED", { registrationId: "1" }) },
  ],
  [
    "REJECTED without an error",
    "a registration with an unknown code returns REJECTED",
    { operation: submitOperation, response: changeSubmissionResponse("REJECTED", { errors: [] }) },
  ],
  [
    "any e-mail address is accepted",
    "a registration with an invalid address returns a GraphQL error",
    {
      operation: submitOperation,
      response: replaceSubmissionResponse(({ email }) => email === "none", { data: createdData }),
    },
  ],
  [
    "terms need not be accepted",
    "a registration with terms that are not accepted returns a GraphQL error",
    {
      operation: submitOperation,
      response: replaceSubmissionResponse(({ termsAccepted }) => termsAccepted === false, {
        data: createdData,
      }),
    },
  ],
  [
    "any country is accepted",
    "a registration with a country that the code does not offer returns a GraphQL error",
    {
      operation: submitOperation,
      response: replaceSubmissionResponse(({ country }) => country === "AQ", { data: createdData }),
    },
  ],
  [
    "any name is accepted",
    "a registration with an empty name returns a GraphQL error",
    {
      operation: submitOperation,
      response: replaceSubmissionResponse(({ firstName }) => firstName === "", { data: createdData }),
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
    { operation: submitOperation, response: changeSubmissionResponse("CREATED", { status: "PENDING" }) },
  ],
  [
    "CREATED without a registration id",
    duplicateRegistrationTitle,
    { operation: submitOperation, response: changeSubmissionResponse("CREATED", { registrationId: null }) },
  ],
  [
    "CREATED with an error",
    duplicateRegistrationTitle,
    {
      operation: submitOperation,
      response: changeSubmissionResponse("CREATED", { errors: ["INVITER_INVALID"] }),
    },
  ],
  [
    "a status that the schema does not contain",
    duplicateRegistrationTitle,
    { operation: submitOperation, response: changeSubmissionResponse("CREATED", { status: "NEW" }) },
  ],
  [
    "a key loses its first response",
    "a repeated registration with the same key returns the first response",
    {
      operation: submitOperation,
      response: (response, _variables, callCount) =>
        readSubmissionStatus(response) === "CREATED" && callCount > 7
          ? changeSubmissionResponse("CREATED", { status: "PENDING" })(response)
          : response,
    },
  ],
  [
    "a key accepts other variables",
    "reuse of a key with other variables returns a GraphQL error",
    {
      operation: submitOperation,
      response: replaceSubmissionResponse(({ firstName }) => firstName === "Other", { data: createdData }),
    },
  ],
  [
    "e-mail addresses compared with regard to case",
    "a registration with the same address in capitals returns PENDING and a new id",
    { operation: submitOperation, response: changeSubmissionResponse("PENDING", { status: "CREATED" }) },
  ],
  [
    "null for a pending registration",
    "a registration before its activation is CREATED or PENDING",
    {
      operation: "registration",
      response: (response, variables) =>
        JSON.stringify(variables).includes("none-") ? response : { data: { registration: null } },
    },
  ],
  [
    "ACTIVE for a pending registration",
    "a registration before its activation is CREATED or PENDING",
    { operation: "registration", response: overwriteProperties({ status: "ACTIVE" }) },
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
      response: changeField((value, { registrationId }) =>
        String(registrationId).startsWith("none-") ? value : { status: "SENT", retryAfter: 60 },
      ),
    },
  ],
  [
    "a waiting time of 0 seconds",
    secondMailTitle,
    {
      operation: "resendActivationEmail",
      response: changeField((value) =>
        value["status"] === "TOO_EARLY" ? { ...value, retryAfter: 0 } : value,
      ),
    },
  ],
  [
    "a waiting time of an hour",
    secondMailTitle,
    {
      operation: "resendActivationEmail",
      response: changeField((value) =>
        value["status"] === "TOO_EARLY" ? { ...value, retryAfter: 3600 } : value,
      ),
    },
  ],
  [
    "a missing waiting time",
    secondMailTitle,
    {
      operation: "resendActivationEmail",
      response: changeField((value) => (value["status"] === "TOO_EARLY" ? { status: "TOO_EARLY" } : value)),
    },
  ],
  [
    "the response reveals unknown addresses",
    "requesting the e-mail of the unknown address returns RECEIVED",
    { operation: "requestActivationEmail", response: changeUnknownRegistration(createGraphqlError) },
  ],
  [
    "the response reveals that an e-mail is sent",
    "requesting the e-mail of the known address returns RECEIVED",
    {
      operation: "requestActivationEmail",
      response: (response, variables) =>
        JSON.stringify(variables).includes("none-")
          ? response
          : { data: { requestActivationEmail: { status: "SENT" } } },
    },
  ],
  [
    "the response reveals earlier applications",
    "an application with the known address returns RECEIVED",
    {
      operation: "submitMembershipInterest",
      response: (response, variables) =>
        JSON.stringify(variables).includes("none") ? response : createGraphqlError(),
    },
  ],
  [
    "any applicant's address is accepted",
    "an application with an invalid address returns a GraphQL error",
    {
      operation: "submitMembershipInterest",
      response: () => ({ data: { submitMembershipInterest: { status: "RECEIVED" } } }),
    },
  ],
  [
    "a GraphQL error for an unknown registration",
    "the query of an unknown registration returns null",
    { operation: "registration", response: changeUnknownRegistration(createGraphqlError) },
  ],
  [
    "an e-mail for an unknown registration",
    "resending the e-mail of an unknown registration returns NOT_PENDING",
    {
      operation: "resendActivationEmail",
      response: changeUnknownRegistration(() => ({
        data: { resendActivationEmail: { status: "SENT", retryAfter: 60 } },
      })),
    },
  ],
  [
    "FAILED for an unknown activation",
    "an unknown activation returns NOT_FOUND",
    {
      operation: "activateAccount",
      response: changeUnknownRegistration(overwriteProperties({ status: "FAILED" })),
    },
  ],
  [
    "a continueUrl for an unknown activation",
    "an unknown activation returns NOT_FOUND",
    {
      operation: "activateAccount",
      response: changeUnknownRegistration(overwriteProperties({ continueUrl: "https://club.example/" })),
    },
  ],
];

/** Defects of acq that acq-check finds if it can sign in as a member. */
export const memberDefects: DefectCase[] = [
  [
    "the token null for correct credentials",
    "a member signs in",
    { operation: "login", response: overwriteProperties({ token: null }) },
  ],
  ["an empty token", "a member signs in", { operation: "login", response: changeSignInToken("") }],
  [
    "a token that is too long",
    "a member signs in",
    { operation: "login", response: changeSignInToken("t".repeat(4000)) },
  ],
  [
    "a token with a character that headers cannot contain",
    "a member signs in",
    { operation: "login", response: changeSignInToken("zoë") },
  ],
  [
    "a viewer without roles",
    memberInvitationTitle,
    { operation: "viewer", response: overwriteProperties({ roles: [] }) },
  ],
  [
    "a role that the schema does not contain",
    memberInvitationTitle,
    { operation: "viewer", response: overwriteProperties({ roles: ["MEMBER", "VISITOR"] }) },
  ],
  [
    "a member with the role ADMIN",
    memberInvitationTitle,
    { operation: "viewer", response: overwriteProperties({ roles: ["MEMBER", "ADMIN"] }) },
  ],
  [
    "a viewer without a name",
    memberInvitationTitle,
    { operation: "viewer", response: overwriteProperties({ firstName: "" }) },
  ],
  [
    "a number as the viewer's id",
    memberInvitationTitle,
    { operation: "viewer", response: overwriteProperties({ id: 7 }) },
  ],
  [
    "a VIP status that the schema does not contain",
    memberInvitationTitle,
    { operation: "viewer", response: overwriteProperties({ vipStatus: "PLATINUM" }) },
  ],
  [
    "a member without an invitation",
    memberInvitationTitle,
    { operation: "viewer", response: overwriteProperties({ invitation: null }) },
  ],
  [
    "a negative balance",
    memberInvitationTitle,
    {
      operation: "viewer",
      response: overwriteProperties({
        invitation: { registrationCode: "VIP2026", balance: -1, pending: 0, joined: 0 },
      }),
    },
  ],
  [
    "a text as the balance",
    memberInvitationTitle,
    {
      operation: "viewer",
      response: overwriteProperties({
        invitation: { registrationCode: "VIP2026", balance: "3", pending: 0, joined: 0 },
      }),
    },
  ],
  [
    "a sign-out that returns false",
    "a member signs out",
    { operation: "logout", response: overwriteProperties({ ok: false }) },
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
      response: (response, { email }) =>
        /[A-Z]/.test(String(email)) ? { data: { login: { token: null } } } : response,
    },
  ],
  [
    "any password is accepted",
    "a login with a wrong password returns the token null",
    {
      operation: "login",
      response: (response, { email, password }) =>
        email === "member@example.com" && password !== "velvetgate"
          ? { data: { login: { token: "t" } } }
          : response,
    },
  ],
  [
    "no link for the member's own code",
    "a member can generate a link for the own code",
    {
      operation: linkOperation,
      response: ({ errors, data }) =>
        data ? { errors: [{ message: "no", extensions: { code: "FORBIDDEN" } }] } : { errors },
    },
  ],
  [
    "no FORBIDDEN for a link of another code",
    "a member cannot generate a link for another code",
    {
      operation: linkOperation,
      response: (response, _variables, callCount) =>
        callCount === 3
          ? { data: { [linkOperation]: { link: null, errors: ["REGISTRATION_CODE_INVALID"] } } }
          : response,
    },
  ],
];

/** Defects of acq that acq-check finds if it can sign in as an administrator. */
export const administratorDefects: DefectCase[] = [
  [
    "an administrator without the role ADMIN",
    "an administrator's viewer has the role ADMIN",
    { operation: "viewer", response: overwriteProperties({ roles: ["MEMBER"] }) },
  ],
  [
    "a link that is valid for one day",
    generatedLinkTitle,
    {
      operation: linkOperation,
      response: changeGeneratedLink({ expiresAt: new Date(Date.now() + 24 * 3600_000).toISOString() }),
    },
  ],
  [
    "an invalid expiry date",
    generatedLinkTitle,
    { operation: linkOperation, response: changeGeneratedLink({ expiresAt: "tomorrow" }) },
  ],
  [
    "a link for another code",
    generatedLinkTitle,
    { operation: linkOperation, response: changeGeneratedLink({ registrationCode: "OTHER" }) },
  ],
  [
    "an empty timestamp",
    generatedLinkTitle,
    { operation: linkOperation, response: changeGeneratedLink({ validityTimestamp: "" }) },
  ],
  [
    "a timestamp that ends with a hyphen",
    generatedLinkTitle,
    { operation: linkOperation, response: changeGeneratedLink({ validityTimestamp: "mi8vq0ab.abc-" }) },
  ],
  [
    "a timestamp with characters that links do not keep",
    generatedLinkTitle,
    { operation: linkOperation, response: changeGeneratedLink({ validityTimestamp: "abc+def=" }) },
  ],
  [
    "a link that returns an error",
    usableLinkTitle,
    {
      operation: checkOperation,
      response: changeField((value, { validityTimestamp }) =>
        isTimestamp(validityTimestamp) ? { ...value, errors: ["REGISTRATION_CODE_EXPIRED"] } : value,
      ),
    },
  ],
  [
    "a damaged timestamp is accepted",
    "a link with a damaged timestamp returns an error",
    {
      operation: checkOperation,
      response: changeField((value, { validityTimestamp }) =>
        isTimestamp(validityTimestamp) ? { ...value, errors: [], errorDetails: [] } : value,
      ),
    },
  ],
  [
    "no error for an unknown code",
    "generating a link for an unknown code returns an error and no link",
    {
      operation: linkOperation,
      response: changeUnknownRegistration(() => ({ data: { [linkOperation]: { link: null, errors: [] } } })),
    },
  ],
  [
    "another link for the same key",
    "generating a link twice with the same key returns the same link",
    {
      operation: linkOperation,
      response: changeField((value, _variables, callCount) => ({
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
    { operation: "activateAccount", response: changeKnownRegistration({ status: "FAILED" }) },
  ],
  [
    "ALREADY_ACTIVE for a first activation",
    activationTitle,
    { operation: "activateAccount", response: changeKnownRegistration({ status: "ALREADY_ACTIVE" }) },
  ],
  [
    "a missing registration id",
    activationTitle,
    { operation: "activateAccount", response: changeKnownRegistration({ registrationId: null }) },
  ],
  [
    "a script as the continueUrl",
    activationTitle,
    {
      operation: "activateAccount",
      response: changeKnownRegistration({ continueUrl: "javascript:alert(1)" }),
    },
  ],
  [
    "the subscription does not report the activation",
    activationTitle,
    { message: (text) => (text.includes("ACTIVE") ? undefined : text) },
  ],
  [
    "idempotency keys are ignored",
    "a repeated activation with the same key returns the first response",
    { operation: "activateAccount", omittedHeader: "idempotency-key" },
  ],
  [
    "ACTIVATED for a second activation",
    "a second activation with a new key returns ALREADY_ACTIVE",
    { operation: "activateAccount", response: changeKnownRegistration({ status: "ACTIVATED" }) },
  ],
  [
    "PENDING after the activation",
    "the registration is ACTIVE after the activation",
    { operation: "registration", response: overwriteProperties({ status: "PENDING" }) },
  ],
  [
    "another e-mail for an active account",
    "resending the e-mail of an active account returns NOT_PENDING",
    {
      operation: "resendActivationEmail",
      response: (response, _variables, callCount) =>
        callCount > 2 ? { data: { resendActivationEmail: { status: "SENT", retryAfter: 60 } } } : response,
    },
  ],
  [
    "PENDING for a member's address",
    "a registration with a member's e-mail address returns ACTIVE",
    { operation: submitOperation, response: changeSubmissionResponse("ACTIVE", { status: "PENDING" }) },
  ],
];

/** Responses of acq that are not GraphQL. */
export const unreadableResponseDefects: [defectName: string, defect: AcqDefect][] = [
  ["HTML", { contentType: "text/html" }],
  ["an error with status 500", { status: 500 }],
  ["invalid JSON", { response: () => "{" }],
  ["a JSON list", { response: () => [] }],
];
