import type { Variables, Wrong, WrongAnswer } from "./wrong-acq";

const graphqlError = () => ({ errors: [{ message: "no", extensions: { code: "SOMETHING" } }] });

/** Returns a function that changes the only field of a GraphQL response. A response with errors stays unchanged. */
function field(change: (value: Record<string, unknown>, variables: Variables, count: number) => unknown) {
  return ({ data, errors }: WrongAnswer, variables: Variables, count: number): unknown => {
    const [name, value] = Object.entries(data ?? {})[0] ?? [];
    const isObject = typeof value === "object" && value !== null;
    if (name === undefined || !isObject || errors) return { data, errors };
    return { data: { [name]: change({ ...value }, variables, count) } };
  };
}

/** Returns a function that overwrites properties in the only field of a GraphQL response. */
const parts = (changes: Record<string, unknown>) => field((value) => ({ ...value, ...changes }));
/** Applies a change only to responses about the unknown codes and ids that the checks of acq use ("none-…"). */
const changeUnknownRegistration =
  (change: NonNullable<Wrong["answer"]>): NonNullable<Wrong["answer"]> =>
  (answer, variables, count) =>
    JSON.stringify(variables).includes("none-") ? change(answer, variables, count) : answer;
const usable = (changes: Record<string, unknown>) =>
  field((value, { registrationCode }) =>
    String(registrationCode).startsWith("none-") ? value : { ...value, ...changes },
  );
const option = { isoCode: "DE", termsPkString: "t", dataPolicyPkString: "d" };
const createdData = { submitRegistration: { status: "CREATED", registrationId: "1", errors: [] } };
const inputOf = (variables: Variables): Record<string, unknown> => record(variables["input"]);
/** Replaces acq's response only to the registrations for which `isAffected` returns true. */
const submission =
  (isAffected: (input: Record<string, unknown>, right: WrongAnswer) => boolean, wrongAnswer: unknown) =>
  (answer: WrongAnswer, variables: Variables) =>
    isAffected(inputOf(variables), answer) ? wrongAnswer : answer;
const statusOf = ({ data }: WrongAnswer): unknown => record(data?.["submitRegistration"])["status"];
const changeSubmission = (status: string, changes: Record<string, unknown>) => (answer: WrongAnswer) =>
  statusOf(answer) === status
    ? { data: { submitRegistration: { ...record(answer.data?.["submitRegistration"]), ...changes } } }
    : answer;

const code = "checkRegistrationCode";
const link = "generateRegistrationLink";
const submit = "submitRegistration";
const opens = "a code with places opens the form";
const unknownCode = "an unknown code is REGISTRATION_CODE_INVALID, as data";
const sentTwice = "a form that is sent twice at once registers once";
const ownInvitation = "a member is the viewer, with the own invitation";
const madeLink = "an administrator makes a link, valid for 14 days";
const linkOpens = "a link opens the form";
const activates = "an activation is ACTIVATED, and told over the subscription";
const tooEarly = "a second e-mail within a minute is TOO_EARLY, and says how long";
const isTimestamp = (value: unknown) => typeof value === "string" && value.length > 20;

export type Case = [what: string, title: string, wrong: Wrong];

const memberAnswer = {
  data: { viewer: { id: "1", firstName: "A", roles: ["MEMBER"], vipStatus: null, invitation: null } },
};

function tokens(token: string) {
  return field((value) => (value["token"] === null ? value : { token }));
}

function links(changes: Record<string, unknown>) {
  return field((value) =>
    value["link"] ? { ...value, link: { ...record(value["link"]), ...changes } } : value,
  );
}

function changeKnownRegistration(changes: Record<string, unknown>) {
  return field((value, variables) =>
    JSON.stringify(variables).includes("none-") ? value : { ...value, ...changes },
  );
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Defects of acq that the checks find without an account or a mailbox. */
export const publicDefects: Case[] = [
  ["a usable code has an error", opens, { operation: code, answer: usable({ errors: ["INVITER_INVALID"] }) }],
  ["no countries", opens, { operation: code, answer: usable({ countryOptions: [] }) }],
  [
    "small country",
    opens,
    { operation: code, answer: usable({ countryOptions: [{ ...option, isoCode: "de" }] }) },
  ],
  ["a country twice", opens, { operation: code, answer: usable({ countryOptions: [option, option] }) }],
  [
    "far countries",
    opens,
    { operation: code, answer: usable({ countryOptions: [{ ...option, isoCode: "US" }] }) },
  ],
  [
    "no key",
    opens,
    { operation: code, answer: usable({ countryOptions: [{ ...option, termsPkString: "" }] }) },
  ],
  [
    "null key",
    opens,
    { operation: code, answer: usable({ countryOptions: [{ ...option, termsPkString: null }] }) },
  ],
  ["nameless inviter", opens, { operation: code, answer: usable({ invitorName: "" }) }],
  ["inviter left out", opens, { operation: code, answer: usable({ invitorName: undefined }) }],
  ["inviter as a number", opens, { operation: code, answer: usable({ invitorName: 7 }) }],
  [
    "inviter too long",
    opens,
    {
      operation: code,
      answer: usable({ countryOptions: [{ ...option, termsPkString: "t".repeat(101) }] }),
    },
  ],
  ["errors are null", opens, { operation: code, answer: usable({ errors: null }) }],
  ["errors left out", opens, { operation: code, answer: usable({ errorDetails: undefined }) }],
  [
    "a new text each time",
    "a check of a code changes nothing",
    {
      operation: code,
      answer: field((value, { registrationCode, validityTimestamp }, count) =>
        registrationCode === "WELCOME" && validityTimestamp === null && count === 2
          ? { ...value, invitorName: `Anna ${count}` }
          : value,
      ),
    },
  ],
  [
    "capitals count",
    "codes are compared without regard to case and hyphens",
    {
      operation: code,
      answer: field((value, { registrationCode }) =>
        registrationCode === "welcome" ? { ...value, errors: ["REGISTRATION_CODE_INVALID"] } : value,
      ),
    },
  ],
  [
    "hyphens count",
    "codes are compared without regard to case and hyphens",
    {
      operation: code,
      answer: field((value, { registrationCode }) =>
        String(registrationCode).startsWith("W-E")
          ? { ...value, errors: ["REGISTRATION_CODE_INVALID"] }
          : value,
      ),
    },
  ],
  [
    "an unknown code is an error of GraphQL's",
    unknownCode,
    { operation: code, answer: changeUnknownRegistration(graphqlError) },
  ],
  [
    "an unknown code is null",
    unknownCode,
    {
      operation: code,
      answer: changeUnknownRegistration(() => ({ data: { registrationCodeDetails: null } })),
    },
  ],
  [
    "an unknown code has no errors",
    unknownCode,
    { operation: code, answer: changeUnknownRegistration(parts({ errors: [] })) },
  ],
  [
    "an unknown code is expired",
    unknownCode,
    { operation: code, answer: changeUnknownRegistration(parts({ errors: ["REGISTRATION_CODE_EXPIRED"] })) },
  ],
  [
    "a new error",
    unknownCode,
    {
      operation: code,
      answer: changeUnknownRegistration(parts({ errors: ["REGISTRATION_CODE_INVALID", "NEW"] })),
    },
  ],
  [
    "no text for logs",
    "each error of a code comes with its text for logs",
    { operation: code, answer: changeUnknownRegistration(parts({ errorDetails: [] })) },
  ],
  [
    "an empty text",
    "each error of a code comes with its text for logs",
    {
      operation: code,
      answer: changeUnknownRegistration(
        parts({ errorDetails: [{ type: "REGISTRATION_CODE_INVALID", error: "" }] }),
      ),
    },
  ],
  [
    "any timestamp opens",
    "a timestamp that acq did not make opens nothing",
    {
      operation: code,
      answer: field((value, { validityTimestamp }) =>
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
    { operation: "viewer", answer: (_right, _variables, count) => (count === 1 ? graphqlError() : _right) },
  ],
  [
    "somebody without a token",
    "nobody is the viewer without a token",
    { operation: "viewer", answer: (_right, _variables, count) => (count === 1 ? memberAnswer : _right) },
  ],
  [
    "a token of elsewhere is an error",
    "nobody is the viewer with a token of elsewhere",
    { operation: "viewer", answer: (_right, _variables, count) => (count === 2 ? graphqlError() : _right) },
  ],
  [
    "somebody with any token",
    "nobody is the viewer with a token of elsewhere",
    { operation: "viewer", answer: (_right, _variables, count) => (count === 2 ? memberAnswer : _right) },
  ],
  [
    "wrong credentials are an error",
    "wrong credentials answer with token null",
    { operation: "login", answer: graphqlError },
  ],
  [
    "wrong credentials are good",
    "wrong credentials answer with token null",
    { operation: "login", answer: parts({ token: "t" }) },
  ],
  [
    "links for everybody",
    "links are not for everybody",
    { operation: link, answer: () => ({ data: { [link]: { link: null, errors: [] } } }) },
  ],
  ["a refusal without its code", "links are not for everybody", { operation: link, answer: graphqlError }],
  [
    "an unknown code registers",
    "an unknown code is REJECTED at submission",
    {
      operation: submit,
      answer: changeUnknownRegistration((answer) =>
        changeSubmission("REJECTED", { status: "CREATED", registrationId: "1" })(answer),
      ),
    },
  ],
  [
    "rejected with an id",
    "an unknown code is REJECTED at submission",
    { operation: submit, answer: changeSubmission("REJECTED", { registrationId: "1" }) },
  ],
  [
    "rejected without a reason",
    "an unknown code is REJECTED at submission",
    { operation: submit, answer: changeSubmission("REJECTED", { errors: [] }) },
  ],
  [
    "any address",
    "an address that is none is a GraphQL error",
    { operation: submit, answer: submission(({ email }) => email === "none", { data: createdData }) },
  ],
  [
    "terms do not matter",
    "a form without the terms is a GraphQL error",
    {
      operation: submit,
      answer: submission(({ termsAccepted }) => termsAccepted === false, { data: createdData }),
    },
  ],
  [
    "any country",
    "a country that the code does not offer is a GraphQL error",
    { operation: submit, answer: submission(({ country }) => country === "AQ", { data: createdData }) },
  ],
  [
    "any name",
    "a name that is none is a GraphQL error",
    { operation: submit, answer: submission(({ firstName }) => firstName === "", { data: createdData }) },
  ],
  ["keys do not matter", sentTwice, { operation: submit, loses: "idempotency-key" }],
  [
    "created is called pending",
    sentTwice,
    { operation: submit, answer: changeSubmission("CREATED", { status: "PENDING" }) },
  ],
  [
    "created without an id",
    sentTwice,
    { operation: submit, answer: changeSubmission("CREATED", { registrationId: null }) },
  ],
  [
    "created with errors",
    sentTwice,
    { operation: submit, answer: changeSubmission("CREATED", { errors: ["INVITER_INVALID"] }) },
  ],
  ["a new status", sentTwice, { operation: submit, answer: changeSubmission("CREATED", { status: "NEW" }) }],
  [
    "a key forgets",
    "a key answers with its first answer",
    {
      operation: submit,
      answer: (answer, _variables, count) =>
        statusOf(answer) === "CREATED" && count > 7
          ? changeSubmission("CREATED", { status: "PENDING" })(answer)
          : answer,
    },
  ],
  [
    "a key takes other variables",
    "a key with other variables is a GraphQL error",
    {
      operation: submit,
      answer: submission(({ firstName }) => firstName === "Other", { data: createdData }),
    },
  ],
  [
    "addresses by case",
    "the same address in capitals is PENDING, with an id of its own",
    { operation: submit, answer: changeSubmission("PENDING", { status: "CREATED" }) },
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
    { operation: "registration", answer: parts({ status: "ACTIVE" }) },
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
  ["the subscription is closed", "a subscription tells the present status first", { closes: 4403 }],
  [
    "the subscription has errors",
    "a subscription tells the present status first",
    { message: (text) => text.replace('"data":', '"data":null,"errors":[{"message":"no"}],"extensions":') },
  ],
  [
    "e-mails at once",
    tooEarly,
    {
      operation: "resendActivationEmail",
      answer: field((value, { registrationId }) =>
        String(registrationId).startsWith("none-") ? value : { status: "SENT", retryAfter: 60 },
      ),
    },
  ],
  [
    "at once again",
    tooEarly,
    {
      operation: "resendActivationEmail",
      answer: field((value) => (value["status"] === "TOO_EARLY" ? { ...value, retryAfter: 0 } : value)),
    },
  ],
  [
    "an hour",
    tooEarly,
    {
      operation: "resendActivationEmail",
      answer: field((value) => (value["status"] === "TOO_EARLY" ? { ...value, retryAfter: 3600 } : value)),
    },
  ],
  [
    "no seconds",
    tooEarly,
    {
      operation: "resendActivationEmail",
      answer: field((value) => (value["status"] === "TOO_EARLY" ? { status: "TOO_EARLY" } : value)),
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
    { operation: "activateAccount", answer: changeUnknownRegistration(parts({ status: "FAILED" })) },
  ],
  [
    "an unknown activation leads on",
    "an unknown activation is NOT_FOUND",
    {
      operation: "activateAccount",
      answer: changeUnknownRegistration(parts({ continueUrl: "https://club.example/" })),
    },
  ],
];

/** Defects of acq that the checks find as a member. */
export const members: Case[] = [
  ["cannot sign in", "a member signs in", { operation: "login", answer: parts({ token: null }) }],
  ["an empty token", "a member signs in", { operation: "login", answer: tokens("") }],
  ["a token too long", "a member signs in", { operation: "login", answer: tokens("t".repeat(4000)) }],
  ["a token no header holds", "a member signs in", { operation: "login", answer: tokens("zoë") }],
  ["no roles", ownInvitation, { operation: "viewer", answer: parts({ roles: [] }) }],
  ["a new role", ownInvitation, { operation: "viewer", answer: parts({ roles: ["MEMBER", "VISITOR"] }) }],
  [
    "an administrator by mistake",
    ownInvitation,
    { operation: "viewer", answer: parts({ roles: ["MEMBER", "ADMIN"] }) },
  ],
  ["no name", ownInvitation, { operation: "viewer", answer: parts({ firstName: "" }) }],
  ["an id as a number", ownInvitation, { operation: "viewer", answer: parts({ id: 7 }) }],
  ["a new VIP status", ownInvitation, { operation: "viewer", answer: parts({ vipStatus: "PLATINUM" }) }],
  ["no invitation", ownInvitation, { operation: "viewer", answer: parts({ invitation: null }) }],
  [
    "less than none",
    ownInvitation,
    {
      operation: "viewer",
      answer: parts({ invitation: { registrationCode: "VIP2026", balance: -1, pending: 0, joined: 0 } }),
    },
  ],
  [
    "figures as texts",
    ownInvitation,
    {
      operation: "viewer",
      answer: parts({ invitation: { registrationCode: "VIP2026", balance: "3", pending: 0, joined: 0 } }),
    },
  ],
  ["not signed out", "a member signs out", { operation: "logout", answer: parts({ ok: false }) }],
  ["a token that stays", "a member's token ends with that", { operation: "logout", loses: "authorization" }],
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
      operation: link,
      answer: ({ errors, data }) =>
        data ? { errors: [{ message: "no", extensions: { code: "FORBIDDEN" } }] } : { errors },
    },
  ],
  [
    "links of others",
    "a member makes no link for another code",
    {
      operation: link,
      answer: (answer, _variables, count) =>
        count === 3 ? { data: { [link]: { link: null, errors: ["REGISTRATION_CODE_INVALID"] } } } : answer,
    },
  ],
];

/** Defects of acq that the checks find as an administrator. */
export const administrators: Case[] = [
  [
    "is none",
    "an administrator is the viewer, with the role ADMIN",
    { operation: "viewer", answer: parts({ roles: ["MEMBER"] }) },
  ],
  [
    "one day",
    madeLink,
    { operation: link, answer: links({ expiresAt: new Date(Date.now() + 24 * 3600_000).toISOString() }) },
  ],
  ["a day that is none", madeLink, { operation: link, answer: links({ expiresAt: "tomorrow" }) }],
  ["another code's link", madeLink, { operation: link, answer: links({ registrationCode: "OTHER" }) }],
  ["no timestamp", madeLink, { operation: link, answer: links({ validityTimestamp: "" }) }],
  [
    "a timestamp that ends with a hyphen",
    madeLink,
    { operation: link, answer: links({ validityTimestamp: "mi8vq0ab.abc-" }) },
  ],
  [
    "a timestamp with a sign that no link needs",
    madeLink,
    { operation: link, answer: links({ validityTimestamp: "abc+def=" }) },
  ],
  [
    "a link that opens nothing",
    linkOpens,
    {
      operation: code,
      answer: field((value, { validityTimestamp }) =>
        isTimestamp(validityTimestamp) ? { ...value, errors: ["REGISTRATION_CODE_EXPIRED"] } : value,
      ),
    },
  ],
  [
    "a damaged link",
    "a link with a damaged timestamp opens nothing",
    {
      operation: code,
      answer: field((value, { validityTimestamp }) =>
        isTimestamp(validityTimestamp) ? { ...value, errors: [], errorDetails: [] } : value,
      ),
    },
  ],
  [
    "a link for no code",
    "an unknown code has no link, and says why",
    {
      operation: link,
      answer: changeUnknownRegistration(() => ({ data: { [link]: { link: null, errors: [] } } })),
    },
  ],
  [
    "another link each time",
    "the same key makes the same link",
    {
      operation: link,
      answer: field((value, _variables, count) => ({
        ...value,
        ...(count > 4 && { link: { ...record(value["link"]), validityTimestamp: `another-${count}` } }),
      })),
    },
  ],
];

/** Defects of acq that the checks find with access to a mailbox. */
export const activations: Case[] = [
  [
    "fails",
    activates,
    { operation: "activateAccount", answer: changeKnownRegistration({ status: "FAILED" }) },
  ],
  [
    "was active before",
    activates,
    { operation: "activateAccount", answer: changeKnownRegistration({ status: "ALREADY_ACTIVE" }) },
  ],
  [
    "no id",
    activates,
    { operation: "activateAccount", answer: changeKnownRegistration({ registrationId: null }) },
  ],
  [
    "leads to a script",
    activates,
    { operation: "activateAccount", answer: changeKnownRegistration({ continueUrl: "javascript:alert(1)" }) },
  ],
  ["is not told", activates, { message: (text) => (text.includes("ACTIVE") ? undefined : text) }],
  [
    "keys do not matter",
    "the same key activates once",
    { operation: "activateAccount", loses: "idempotency-key" },
  ],
  [
    "again and again",
    "a used activation is ALREADY_ACTIVE",
    { operation: "activateAccount", answer: changeKnownRegistration({ status: "ACTIVATED" }) },
  ],
  [
    "still waits",
    "the registration is ACTIVE then",
    { operation: "registration", answer: parts({ status: "PENDING" }) },
  ],
  [
    "one more e-mail",
    "an active account's e-mail is NOT_PENDING",
    {
      operation: "resendActivationEmail",
      answer: (answer, _variables, count) =>
        count > 2 ? { data: { resendActivationEmail: { status: "SENT", retryAfter: 60 } } } : answer,
    },
  ],
  [
    "a member is pending",
    "the address of a member is ACTIVE at submission",
    { operation: submit, answer: changeSubmission("ACTIVE", { status: "PENDING" }) },
  ],
];

/** Responses of acq that are not GraphQL. */
export const unreadableAnswers: [what: string, wrong: Wrong][] = [
  ["HTML", { type: "text/html" }],
  ["a fault of the server's", { status: 500 }],
  ["no JSON", { answer: () => "{" }],
  ["a list", { answer: () => [] }],
];
