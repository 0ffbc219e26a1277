// Holds any acq against acq.graphql, from outside: npm run acq:check -- --url http://localhost:9090/graphql
// It registers one made-up person, so point it at an acq that is there for tests.
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { createClient } from "graphql-ws";
import { WebSocket } from "ws";

const text = { type: "string" };
const { values } = parseArgs({ options: { url: text, code: { ...text, default: "WELCOME" } } });
const { url, code } = values;
if (!URL.canParse(url ?? "")) {
  console.error(
    "npm run acq:check -- --url URL [--code CODE]   CODE is one that can be used: WELCOME by default",
  );
  process.exit(1);
}

const unknown = `none-${randomUUID()}`;
const email = `${unknown}@example.com`;
const newKey = () => ({ "Idempotency-Key": randomUUID() });

/** One operation; its name is its first field's, but for checkRegistrationCode. */
async function ask(operation, headers = newKey(), variables = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ operationName: /^\w+ (\w+)/.exec(operation)?.[1], query: operation, variables }),
    signal: AbortSignal.timeout(30_000),
  });
  return response.json();
}

const checkCode = (registrationCode, validityTimestamp = null) =>
  ask(
    `query checkRegistrationCode($registrationCode: String!, $validityTimestamp: String) {
      registrationCodeDetails(registrationCode: $registrationCode, validityTimestamp: $validityTimestamp) {
        errors errorDetails { type error } invitorName
        countryOptions { dataPolicyPkString isoCode termsPkString } } }`,
    {},
    { registrationCode, validityTimestamp },
  ).then(({ data }) => data.registrationCodeDetails);

const submit = (changes, headers) =>
  ask(
    `mutation submitRegistration($input: RegistrationInput!) {
      submitRegistration(input: $input) { status registrationId errors } }`,
    headers,
    { input: { ...person, ...changes } },
  );

function expect(holds, found) {
  if (!holds) throw new Error(`got ${JSON.stringify(found)}`);
}

let [passed, failed] = [0, 0];
async function check(title, run) {
  try {
    await run();
    passed += 1;
    console.log(`ok      ${title}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${title}: ${error.message}`);
  }
}

/** A check whose whole answer is known beforehand. */
const checkAnswer = (title, operation, data, headers) =>
  check(title, async () => {
    const answer = await ask(operation, headers);
    expect(!answer.errors && isDeepStrictEqual(answer.data, data), answer);
  });

let details;
await check("a code that can be used has no errors, and countries", async () => {
  details = await checkCode(code);
  expect(details.errors.length === 0 && details.errorDetails.length === 0, details);
  expect(details.countryOptions.length > 0, details);
  expect(
    details.countryOptions.every(({ isoCode }) => /^[A-Z]{2}$/.test(isoCode)),
    details,
  );
});
await check("codes are compared without regard to case and hyphens", async () => {
  const found = await checkCode([...code.toLowerCase().replaceAll("-", "")].join("-"));
  expect(isDeepStrictEqual(found, details), found);
});
await check("an unknown code is REGISTRATION_CODE_INVALID, as data and with its text", async () => {
  const { errors, errorDetails } = await checkCode("no-such-code-0");
  expect(errors.includes("REGISTRATION_CODE_INVALID"), errors);
  expect(
    isDeepStrictEqual(
      errorDetails.map(({ type }) => type),
      errors,
    ),
    errorDetails,
  );
});
await check("a validity timestamp that acq did not make opens nothing", async () => {
  const { errors } = await checkCode(code, "made-up");
  expect(errors.length > 0, errors);
});
await check("countryDetails is null or an upper-case code", async () => {
  const { data } = await ask("query countryDetails { countryDetails { country } }", {});
  expect(/^[A-Z]{2}$/.test(data.countryDetails?.country ?? "DE"), data);
});

const viewer = "query viewer { viewer { id } }";
await checkAnswer("nobody is the viewer without a token", viewer, { viewer: null }, {});
const foreign = { Authorization: `Bearer ${unknown}` };
await checkAnswer("nobody is the viewer with a token of elsewhere", viewer, { viewer: null }, foreign);
await checkAnswer(
  "wrong credentials answer with token null",
  `mutation login { login(email: "${email}", password: "wrong") { token } }`,
  { login: { token: null } },
);
await checkAnswer(
  "an unknown registration is null",
  `query registration { registration(registrationId: "${unknown}") { status } }`,
  { registration: null },
);
await checkAnswer(
  "an unknown activation is NOT_FOUND",
  `mutation activateAccount { activateAccount(accountActivationId: "${unknown}") { status continueUrl } }`,
  { activateAccount: { status: "NOT_FOUND", continueUrl: null } },
);
await checkAnswer(
  "an unknown registration's e-mail is NOT_PENDING",
  `mutation resendActivationEmail { resendActivationEmail(registrationId: "${unknown}") { status } }`,
  { resendActivationEmail: { status: "NOT_PENDING" } },
);
await check("links are not for everybody", async () => {
  const link = `generateRegistrationLink(registrationCode: "${code}") { errors }`;
  const answer = await ask(`mutation generateRegistrationLink { ${link} }`);
  expect(answer.errors?.length > 0, answer);
});

const country = details?.countryOptions[0]?.isoCode ?? "DE";
const person = {
  registrationCode: code,
  email,
  gender: "FEMALE",
  firstName: "Check",
  lastName: "Acq",
  country,
};
Object.assign(person, { newsletter: false, termsAccepted: true, locale: "en" });
await check("an unknown code is REJECTED at submission", async () => {
  const { data } = await submit({ registrationCode: "no-such-code-0" });
  const { status, registrationId, errors } = data.submitRegistration;
  expect(status === "REJECTED" && registrationId === null && errors.length > 0, data);
});
await check("an address that is none is a GraphQL error", async () => {
  const answer = await submit({ email: "none" });
  expect(answer.errors?.length > 0, answer);
});
let registrationId;
await check("a key answers with its first answer, and with other variables with an error", async () => {
  const key = newKey();
  const [first, second] = await Promise.all([submit({}, key), submit({}, key)]);
  expect(first.data?.submitRegistration.status === "CREATED", first);
  expect(isDeepStrictEqual(second, first), second);
  ({ registrationId } = first.data.submitRegistration);
  const other = await submit({ firstName: "Other" }, key);
  expect(other.errors?.length > 0, other);
});
await check("the same address in capitals is PENDING, with an id of its own", async () => {
  const { data } = await submit({ email: email.toUpperCase() });
  const again = data.submitRegistration;
  expect(again.status === "PENDING" && again.registrationId !== registrationId, again);
});
await check("a second e-mail within a minute is TOO_EARLY and says how long", async () => {
  const resend = `resendActivationEmail(registrationId: "${registrationId}") { status retryAfter }`;
  const { data } = await ask(`mutation resendActivationEmail { ${resend} }`);
  const { status, retryAfter } = data.resendActivationEmail;
  expect(status === "TOO_EARLY" && retryAfter > 0 && retryAfter <= 60, data);
});
for (const [kind, address] of Object.entries({ known: email, unknown: `x${email}` })) {
  await checkAnswer(
    `asking for the e-mail of the ${kind} address is RECEIVED`,
    `mutation requestActivationEmail { requestActivationEmail(email: "${address}", locale: "en") { status } }`,
    { requestActivationEmail: { status: "RECEIVED" } },
  );
  await checkAnswer(
    `the interest of the ${kind} address is RECEIVED`,
    `mutation submitMembershipInterest {
      submitMembershipInterest(input: { email: "${address}", locale: "en" }) { status } }`,
    { submitMembershipInterest: { status: "RECEIVED" } },
  );
}
await check("a subscription tells the present state first", async () => {
  const client = createClient({
    url: url.replace(/^http/, "ws"),
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  const timer = setTimeout(() => client.terminate(), 10_000);
  const changed = `registrationChanged(registrationId: "${registrationId}") { registrationId status }`;
  const changes = client.iterate({ query: `subscription registrationChanged { ${changed} }` });
  const { value } = await changes.next();
  clearTimeout(timer);
  await client.dispose();
  const state = value?.data?.registrationChanged;
  expect(state?.registrationId === registrationId && /CREATED|PENDING/.test(state.status), value);
});

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
