import type { Variables, AcqDefect, WrongAnswer } from "./wrong-acq";

const graphqlError = () => ({ errors: [{ message: "no", extensions: { code: "SOMETHING" } }] });

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
const replaceSubmission =
  (
    isAffected: (input: Record<string, unknown>, correctAnswer: WrongAnswer) => boolean,
    wrongAnswer: unknown,
  ) =>
  (answer: WrongAnswer, variables: Variables) =>
    isAffected(readInput(variables), answer) ? wrongAnswer : answer;
const readStatus = ({ data }: WrongAnswer): unknown => asRecord(data?.["submitRegistration"])["status"];
const changeSubmission =
  (status: string, changedProperties: Record<string, unknown>) => (answer: WrongAnswer) =>
    readStatus(answer) === status
      ? {
          data: {
            submitRegistration: { ...asRecord(answer.data?.["submitRegistration"]), ...changedProperties },
          },
        }
      : answer;

const checkOperation = "checkRegistrationCode";
const linkOperation = "generateRegistrationLink";
const submitOperation = "submitRegistration";
const opensFormTitle = "a code with places opens the form";
const unknownCodeTitle = "an unknown code is REGISTRATION_CODE_INVALID, as data";
const sentTwiceTitle = "a form that is sent twice at once registers once";
const ownInvitationTitle = "a member is the viewer, with the own invitation";
const madeLinkTitle = "an administrator makes a link, valid for 14 days";
const linkOpensTitle = "a link opens the form";
const activationTitle = "an activation is ACTIVATED, and told over the subscription";
const tooEarlyTitle = "a second e-mail within a minute is TOO_EARLY, and says how long";
const isTimestamp = (value: unknown) => typeof value === "string" && value.length > 20;

export type Case = [what: string, title: string, wrong: AcqDefect];

const memberAnswer = {
  data: { viewer: { id: "1", firstName: "A", roles: ["MEMBER"], vipStatus: null, invitation: null } },
};

function changeToken(token: string) {
  return changeField((value) => (value["token"] === null ? value : { token }));
}

function changeLink(changedProperties: Record<string, unknown>) {
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
export const publicDefects: Case[] = [
  [
    "a usable code has an error",
    opensFormTitle,
    { operation: checkOperation, answer: changeUsableDetails({ errors: ["INVITER_INVALID"] }) },
  ],
  [
    "no countries",
    opensFormTitle,
    { operation: checkOperation, answer: changeUsableDetails({ countryOptions: [] }) },
  ],
  [
    "small country",
    opensFormTitle,
    {
      operation: checkOperation,
      answer: changeUsableDetails({ countryOptions: [{ ...countryOption, isoCode: "de" }] }),
    },
  ],
  [
    "a country twice",
    opensFormTitle,
    {
      operation: checkOperation,
      answer: changeUsableDetails({ countryOptions: [countryOption, countryOption] }),
    },
  ],
  [
    "far countries",
    opensFormTitle,
    {
      operation: checkOperation,
      answer: changeUsableDetails({ countryOptions: [{ ...countryOption, isoCode: "US" }] }),
    },
  ],
  [
    "no key",
    opensFormTitle,
    {
      operation: checkOperation,
      answer: changeUsableDetails({ countryOptions: [{ ...countryOption, termsPkString: "" }] }),
    },
  ],
  [
    "null key",
    opensFormTitle,
    {
      operation: checkOperation,
      answer: changeUsableDetails({ countryOptions: [{ ...countryOption, termsPkString: null }] }),
    },
  ],
  [
    "nameless inviter",
    opensFormTitle,
    { operation: checkOperation, answer: changeUsableDetails({ invitorName: "" }) },
  ],
  [
    "inviter left out",
    opensFormTitle,
    { operation: checkOperation, answer: changeUsableDetails({ invitorName: undefined }) },
  ],
  [
    "inviter as a number",
    opensFormTitle,
    { operation: checkOperation, answer: changeUsableDetails({ invitorName: 7 }) },
  ],
  [
    "inviter too long",
    opensFormTitle,
    {
      operation: checkOperation,
      answer: changeUsableDetails({ countryOptions: [{ ...countryOption, termsPkString: "t".repeat(101) }] }),
    },
  ],
  [
    "errors are null",
    opensFormTitle,
    { operation: checkOperation, answer: changeUsableDetails({ errors: null }) },
  ],
  [
    "errors left out",
    opensFormTitle,
    { operation: checkOperation, answer: changeUsableDetails({ errorDetails: undefined }) },
  ],
  [
    "a new text each time",
    "a check of a code changes nothing",
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
    "capitals count",
    "codes are compared without regard to case and hyphens",
    {
      operation: checkOperation,
      answer: changeField((value, { registrationCode }) =>
        registrationCode === "welcome" ? { ...value, errors: ["REGISTRATION_CODE_INVALID"] } : value,
      ),
    },
  ],
  [
    "hyphens count",
    "codes are compared without regard to case and hyphens",
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
    "an unknown code is an error of GraphQL's",
    unknownCodeTitle,
    { operation: checkOperation, answer: changeUnknownRegistration(graphqlError) },
  ],
  [
    "an unknown code is null",
    unknownCodeTitle,
    {
      operation: checkOperation,
      answer: changeUnknownRegistration(() => ({ data: { registrationCodeDetails: null } })),
    },
  ],
  [
    "an unknown code has no errors",
    unknownCodeTitle,
    { operation: checkOperation, answer: changeUnknownRegistration(overwriteProperties({ errors: [] })) },
  ],
  [
    "an unknown code is expired",
    unknownCodeTitle,
    {
      operation: checkOperation,
      answer: changeUnknownRegistration(overwriteProperties({ errors: ["REGISTRATION_CODE_EXPIRED"] })),
    },
  ],
  [
    "a new error",
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
    "each error of a code comes with its text for logs",
    {
      operation: checkOperation,
      answer: changeUnknownRegistration(overwriteProperties({ errorDetails: [] })),
    },
  ],
  [
    "an empty text",
    "each error of a code comes with its text for logs",
    {
      operation: checkOperation,
      answer: changeUnknownRegistration(
        overwriteProperties({ errorDetails: [{ type: "REGISTRATION_CODE_INVALID", error: "" }] }),
      ),
    },
  ],
  [
    "any timestamp opens",
    "a timestamp that acq did not make opens nothing",
    {
      operation: checkOperation,
      answer: changeField((value, { validityTimestamp }) =>
        validityTimestamp === "made-up" ? { ...value, errors: [], errorDetails: [] } : value,
      ),
    },
  ],
  [
    "a small country",
    "countryDetails is null or upper-case",
    { operation: "countryDetails", answer: () => ({ data: { countryDetails: { country: "de" } } }) },
  ],
  [
    "a country's name",
    "countryDetails is null or upper-case",
    { operation: "countryDetails", answer: () => ({ data: { countryDetails: { country: 49 } } }) },
  ],
  [
    "a country's error",
    "countryDetails is null or upper-case",
    { operation: "countryDetails", answer: graphqlError },
  ],
  [
    "no token is an error",
    "nobody is the viewer without a token",
    {
      operation: "viewer",
      answer: (_correctAnswer, _variables, callCount) => (callCount === 1 ? graphqlError() : _correctAnswer),
    },
  ],
  [
    "somebody without a token",
    "nobody is the viewer without a token",
    {
      operation: "viewer",
      answer: (_correctAnswer, _variables, callCount) => (callCount === 1 ? memberAnswer : _correctAnswer),
    },
  ],
  [
    "a token of elsewhere is an error",
    "nobody is the viewer with a token of elsewhere",
    {
      operation: "viewer",
      answer: (_correctAnswer, _variables, callCount) => (callCount === 2 ? graphqlError() : _correctAnswer),
    },
  ],
  [
    "somebody with any token",
    "nobody is the viewer with a token of elsewhere",
    {
      operation: "viewer",
      answer: (_correctAnswer, _variables, callCount) => (callCount === 2 ? memberAnswer : _correctAnswer),
    },
  ],
  [
    "wrong credentials are an error",
    "wrong credentials answer with token null",
    { operation: "login", answer: graphqlError },
  ],
  [
    "wrong credentials are good",
    "wrong credentials answer with token null",
    { operation: "login", answer: overwriteProperties({ token: "t" }) },
  ],
  [
    "links for everybody",
    "links are not for everybody",
    { operation: linkOperation, answer: () => ({ data: { [linkOperation]: { link: null, errors: [] } } }) },
  ],
  [
    "a refusal without its code",
    "links are not for everybody",
    { operation: linkOperation, answer: graphqlError },
  ],
  [
    "an unknown code registers",
    "an unknown code is REJECTED at submission",
    {
      operation: submitOperation,
      answer: changeUnknownRegistration((answer) =>
        changeSubmission("REJECTED", { status: "CREATED", registrationId: "1" })(answer),
      ),
    },
  ],
  [
    "rejected with an id",
    "an unknown code is REJECTED at submission",
    { operation: submitOperation, answer: changeSubmission("REJECTED", { registrationId: "1" }) },
  ],
  [
    "rejected without a reason",
    "an unknown code is REJECTED at submission",
    { operation: submitOperation, answer: changeSubmission("REJECTED", { errors: [] }) },
  ],
  [
    "any address",
    "an address that is none is a GraphQL error",
    {
      operation: submitOperation,
      answer: replaceSubmission(({ email }) => email === "none", { data: createdData }),
    },
  ],
  [
    "terms do not matter",
    "a form without the terms is a GraphQL error",
    {
      operation: submitOperation,
      answer: replaceSubmission(({ termsAccepted }) => termsAccepted === false, { data: createdData }),
    },
  ],
  [
    "any country",
    "a country that the code does not offer is a GraphQL error",
    {
      operation: submitOperation,
      answer: replaceSubmission(({ country }) => country === "AQ", { data: createdData }),
    },
  ],
  [
    "any name",
    "a name that is none is a GraphQL error",
    {
      operation: submitOperation,
      answer: replaceSubmission(({ firstName }) => firstName === "", { data: createdData }),
    },
  ],
  ["keys do not matter", sentTwiceTitle, { operation: submitOperation, omittedHeader: "idempotency-key" }],
  [
    "created is called pending",
    sentTwiceTitle,
    { operation: submitOperation, answer: changeSubmission("CREATED", { status: "PENDING" }) },
  ],
  [
    "created without an id",
    sentTwiceTitle,
    { operation: submitOperation, answer: changeSubmission("CREATED", { registrationId: null }) },
  ],
  [
    "created with errors",
    sentTwiceTitle,
    { operation: submitOperation, answer: changeSubmission("CREATED", { errors: ["INVITER_INVALID"] }) },
  ],
  [
    "a new status",
    sentTwiceTitle,
    { operation: submitOperation, answer: changeSubmission("CREATED", { status: "NEW" }) },
  ],
  [
    "a key forgets",
    "a key answers with its first answer",
    {
      operation: submitOperation,
      answer: (answer, _variables, callCount) =>
        readStatus(answer) === "CREATED" && callCount > 7
          ? changeSubmission("CREATED", { status: "PENDING" })(answer)
          : answer,
    },
  ],
  [
    "a key takes other variables",
    "a key with other variables is a GraphQL error",
    {
      operation: submitOperation,
      answer: replaceSubmission(({ firstName }) => firstName === "Other", { data: createdData }),
    },
  ],
  [
    "addresses by case",
    "the same address in capitals is PENDING, with an id of its own",
    { operation: submitOperation, answer: changeSubmission("PENDING", { status: "CREATED" }) },
  ],
  [
    "a waiting one is null",
    "a registration that waits is CREATED or PENDING",
    {
      operation: "registration",
      answer: (answer, variables) =>
        JSON.stringify(variables).includes("none-") ? answer : { data: { registration: null } },
    },
  ],
  [
    "a waiting one is active",
    "a registration that waits is CREATED or PENDING",
    { operation: "registration", answer: overwriteProperties({ status: "ACTIVE" }) },
  ],
  [
    "the subscription is silent",
    "a subscription tells the present status first",
    { message: () => undefined },
  ],
  [
    "the subscription tells another",
    "a subscription tells the present status first",
    { message: (text) => text.replace(/CREATED|PENDING/, "ACTIVE") },
  ],
  [
    "the subscription tells a new one",
    "a subscription tells the present status first",
    { message: (text) => text.replace(/CREATED|PENDING/, "NEW") },
  ],
  ["the subscription is closed", "a subscription tells the present status first", { closeCode: 4403 }],
  [
    "the subscription has errors",
    "a subscription tells the present status first",
    { message: (text) => text.replace('"data":', '"data":null,"errors":[{"message":"no"}],"extensions":') },
  ],
  [
    "e-mails at once",
    tooEarlyTitle,
    {
      operation: "resendActivationEmail",
      answer: changeField((value, { registrationId }) =>
        String(registrationId).startsWith("none-") ? value : { status: "SENT", retryAfter: 60 },
      ),
    },
  ],
  [
    "at once again",
    tooEarlyTitle,
    {
      operation: "resendActivationEmail",
      answer: changeField((value) => (value["status"] === "TOO_EARLY" ? { ...value, retryAfter: 0 } : value)),
    },
  ],
  [
    "an hour",
    tooEarlyTitle,
    {
      operation: "resendActivationEmail",
      answer: changeField((value) =>
        value["status"] === "TOO_EARLY" ? { ...value, retryAfter: 3600 } : value,
      ),
    },
  ],
  [
    "no seconds",
    tooEarlyTitle,
    {
      operation: "resendActivationEmail",
      answer: changeField((value) => (value["status"] === "TOO_EARLY" ? { status: "TOO_EARLY" } : value)),
    },
  ],
  [
    "tells who is known",
    "asking for the e-mail of the unknown address is RECEIVED",
    { operation: "requestActivationEmail", answer: changeUnknownRegistration(graphqlError) },
  ],
  [
    "says that it is sent",
    "asking for the e-mail of the known address is RECEIVED",
    {
      operation: "requestActivationEmail",
      answer: (answer, variables) =>
        JSON.stringify(variables).includes("none-")
          ? answer
          : { data: { requestActivationEmail: { status: "SENT" } } },
    },
  ],
  [
    "tells who has applied",
    "the interest of the known address is RECEIVED",
    {
      operation: "submitMembershipInterest",
      answer: (answer, variables) => (JSON.stringify(variables).includes("none") ? answer : graphqlError()),
    },
  ],
  [
    "any applicant",
    "an application without an address is a GraphQL error",
    {
      operation: "submitMembershipInterest",
      answer: () => ({ data: { submitMembershipInterest: { status: "RECEIVED" } } }),
    },
  ],
  [
    "an unknown registration is an error",
    "an unknown registration is null",
    { operation: "registration", answer: changeUnknownRegistration(graphqlError) },
  ],
  [
    "an unknown one's e-mail",
    "an unknown registration's e-mail is NOT_PENDING",
    {
      operation: "resendActivationEmail",
      answer: changeUnknownRegistration(() => ({
        data: { resendActivationEmail: { status: "SENT", retryAfter: 60 } },
      })),
    },
  ],
  [
    "an unknown activation fails",
    "an unknown activation is NOT_FOUND",
    {
      operation: "activateAccount",
      answer: changeUnknownRegistration(overwriteProperties({ status: "FAILED" })),
    },
  ],
  [
    "an unknown activation leads on",
    "an unknown activation is NOT_FOUND",
    {
      operation: "activateAccount",
      answer: changeUnknownRegistration(overwriteProperties({ continueUrl: "https://club.example/" })),
    },
  ],
];

/** Defects of acq that acq-check finds if it can sign in as a member. */
export const memberDefects: Case[] = [
  [
    "cannot sign in",
    "a member signs in",
    { operation: "login", answer: overwriteProperties({ token: null }) },
  ],
  ["an empty token", "a member signs in", { operation: "login", answer: changeToken("") }],
  ["a token too long", "a member signs in", { operation: "login", answer: changeToken("t".repeat(4000)) }],
  ["a token no header holds", "a member signs in", { operation: "login", answer: changeToken("zoë") }],
  ["no roles", ownInvitationTitle, { operation: "viewer", answer: overwriteProperties({ roles: [] }) }],
  [
    "a new role",
    ownInvitationTitle,
    { operation: "viewer", answer: overwriteProperties({ roles: ["MEMBER", "VISITOR"] }) },
  ],
  [
    "an administrator by mistake",
    ownInvitationTitle,
    { operation: "viewer", answer: overwriteProperties({ roles: ["MEMBER", "ADMIN"] }) },
  ],
  ["no name", ownInvitationTitle, { operation: "viewer", answer: overwriteProperties({ firstName: "" }) }],
  ["an id as a number", ownInvitationTitle, { operation: "viewer", answer: overwriteProperties({ id: 7 }) }],
  [
    "a new VIP status",
    ownInvitationTitle,
    { operation: "viewer", answer: overwriteProperties({ vipStatus: "PLATINUM" }) },
  ],
  [
    "no invitation",
    ownInvitationTitle,
    { operation: "viewer", answer: overwriteProperties({ invitation: null }) },
  ],
  [
    "less than none",
    ownInvitationTitle,
    {
      operation: "viewer",
      answer: overwriteProperties({
        invitation: { registrationCode: "VIP2026", balance: -1, pending: 0, joined: 0 },
      }),
    },
  ],
  [
    "figures as texts",
    ownInvitationTitle,
    {
      operation: "viewer",
      answer: overwriteProperties({
        invitation: { registrationCode: "VIP2026", balance: "3", pending: 0, joined: 0 },
      }),
    },
  ],
  [
    "not signed out",
    "a member signs out",
    { operation: "logout", answer: overwriteProperties({ ok: false }) },
  ],
  [
    "a token that stays",
    "a member's token ends with that",
    { operation: "logout", omittedHeader: "authorization" },
  ],
  [
    "addresses by case",
    "a member's address is compared without regard to case",
    {
      operation: "login",
      answer: (answer, { email }) =>
        /[A-Z]/.test(String(email)) ? { data: { login: { token: null } } } : answer,
    },
  ],
  [
    "any password",
    "a member's wrong password answers with token null",
    {
      operation: "login",
      answer: (answer, { email, password }) =>
        email === "member@example.com" && password !== "velvetgate"
          ? { data: { login: { token: "t" } } }
          : answer,
    },
  ],
  [
    "no link of the own",
    "a member makes a link for the own code",
    {
      operation: linkOperation,
      answer: ({ errors, data }) =>
        data ? { errors: [{ message: "no", extensions: { code: "FORBIDDEN" } }] } : { errors },
    },
  ],
  [
    "links of others",
    "a member makes no link for another code",
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
export const administratorDefects: Case[] = [
  [
    "is none",
    "an administrator is the viewer, with the role ADMIN",
    { operation: "viewer", answer: overwriteProperties({ roles: ["MEMBER"] }) },
  ],
  [
    "one day",
    madeLinkTitle,
    {
      operation: linkOperation,
      answer: changeLink({ expiresAt: new Date(Date.now() + 24 * 3600_000).toISOString() }),
    },
  ],
  [
    "a day that is none",
    madeLinkTitle,
    { operation: linkOperation, answer: changeLink({ expiresAt: "tomorrow" }) },
  ],
  [
    "another code's link",
    madeLinkTitle,
    { operation: linkOperation, answer: changeLink({ registrationCode: "OTHER" }) },
  ],
  [
    "no timestamp",
    madeLinkTitle,
    { operation: linkOperation, answer: changeLink({ validityTimestamp: "" }) },
  ],
  [
    "a timestamp that ends with a hyphen",
    madeLinkTitle,
    { operation: linkOperation, answer: changeLink({ validityTimestamp: "mi8vq0ab.abc-" }) },
  ],
  [
    "a timestamp with a sign that no link needs",
    madeLinkTitle,
    { operation: linkOperation, answer: changeLink({ validityTimestamp: "abc+def=" }) },
  ],
  [
    "a link that opens nothing",
    linkOpensTitle,
    {
      operation: checkOperation,
      answer: changeField((value, { validityTimestamp }) =>
        isTimestamp(validityTimestamp) ? { ...value, errors: ["REGISTRATION_CODE_EXPIRED"] } : value,
      ),
    },
  ],
  [
    "a damaged link",
    "a link with a damaged timestamp opens nothing",
    {
      operation: checkOperation,
      answer: changeField((value, { validityTimestamp }) =>
        isTimestamp(validityTimestamp) ? { ...value, errors: [], errorDetails: [] } : value,
      ),
    },
  ],
  [
    "a link for no code",
    "an unknown code has no link, and says why",
    {
      operation: linkOperation,
      answer: changeUnknownRegistration(() => ({ data: { [linkOperation]: { link: null, errors: [] } } })),
    },
  ],
  [
    "another link each time",
    "the same key makes the same link",
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
export const activationDefects: Case[] = [
  [
    "fails",
    activationTitle,
    { operation: "activateAccount", answer: changeKnownRegistration({ status: "FAILED" }) },
  ],
  [
    "was active before",
    activationTitle,
    { operation: "activateAccount", answer: changeKnownRegistration({ status: "ALREADY_ACTIVE" }) },
  ],
  [
    "no id",
    activationTitle,
    { operation: "activateAccount", answer: changeKnownRegistration({ registrationId: null }) },
  ],
  [
    "leads to a script",
    activationTitle,
    { operation: "activateAccount", answer: changeKnownRegistration({ continueUrl: "javascript:alert(1)" }) },
  ],
  ["is not told", activationTitle, { message: (text) => (text.includes("ACTIVE") ? undefined : text) }],
  [
    "keys do not matter",
    "the same key activates once",
    { operation: "activateAccount", omittedHeader: "idempotency-key" },
  ],
  [
    "again and again",
    "a used activation is ALREADY_ACTIVE",
    { operation: "activateAccount", answer: changeKnownRegistration({ status: "ACTIVATED" }) },
  ],
  [
    "still waits",
    "the registration is ACTIVE then",
    { operation: "registration", answer: overwriteProperties({ status: "PENDING" }) },
  ],
  [
    "one more e-mail",
    "an active account's e-mail is NOT_PENDING",
    {
      operation: "resendActivationEmail",
      answer: (answer, _variables, callCount) =>
        callCount > 2 ? { data: { resendActivationEmail: { status: "SENT", retryAfter: 60 } } } : answer,
    },
  ],
  [
    "a member is pending",
    "the address of a member is ACTIVE at submission",
    { operation: submitOperation, answer: changeSubmission("ACTIVE", { status: "PENDING" }) },
  ],
];

/** Responses of acq that are not GraphQL. */
export const unreadableAnswers: [what: string, wrong: AcqDefect][] = [
  ["HTML", { contentType: "text/html" }],
  ["a fault of the server's", { status: 500 }],
  ["no JSON", { answer: () => "{" }],
  ["a list", { answer: () => [] }],
];
