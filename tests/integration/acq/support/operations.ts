import * as z from "zod";
import type { GraphqlResponse, TestAcq } from "./test-acq";

type Headers = Record<string, string>;

const submitMutation = `mutation submitRegistration($input: RegistrationInput!) {
  submitRegistration(input: $input) { status registrationId errors } }`;

const submissionResultSchema = z.object({
  status: z.string(),
  registrationId: z.string().nullable(),
  errors: z.array(z.string()),
});
const activationSchema = z.object({
  status: z.string(),
  registrationId: z.string().nullable(),
  continueUrl: z.string().nullable(),
});

export type InputChanges = Record<string, unknown>;

let personCount = 0;

/** Returns the input for a registration with the code WELCOME, with a new e-mail address each time. */
export function createRegistrationInput(changes: InputChanges = {}): InputChanges {
  personCount += 1;
  return {
    registrationCode: "WELCOME",
    email: `person${personCount}@example.com`,
    gender: "FEMALE",
    firstName: "Zoë",
    lastName: "O’Neill",
    country: "DE",
    newsletter: false,
    termsAccepted: true,
    locale: "en",
    ...changes,
  };
}

export function submitRegistration(
  acq: TestAcq,
  input: InputChanges,
  headers?: Headers,
): Promise<GraphqlResponse> {
  return acq.callAcq(submitMutation, { input }, headers);
}

export async function register(
  acq: TestAcq,
  changes: InputChanges = {},
  headers?: Headers,
): Promise<z.infer<typeof submissionResultSchema>> {
  return submissionResultSchema.parse(
    await acq.queryField(submitMutation, { input: createRegistrationInput(changes) }, headers),
  );
}

/** Returns the errors that acq reports for a code. */
export async function fetchCodeErrors(
  acq: TestAcq,
  code: string,
  timestamp: string | null = null,
): Promise<unknown> {
  const details = await acq.queryField(
    `query checkRegistrationCode($code: String!, $timestamp: String) {
      registrationCodeDetails(registrationCode: $code, validityTimestamp: $timestamp) { errors } }`,
    { code, timestamp },
  );
  return z.object({ errors: z.array(z.string()) }).parse(details).errors;
}

/** Returns the activation id from the link of the newest e-mail. */
export async function findNewestActivationId(acq: TestAcq): Promise<string> {
  const [mail] = await acq.outbox();
  return new URL(mail?.links[0] ?? "").searchParams.get("accountActivationId") ?? "";
}

export async function activateAccount(
  acq: TestAcq,
  id: string,
  headers?: Headers,
): Promise<z.infer<typeof activationSchema>> {
  const query = `mutation activateAccount($id: ID!) {
    activateAccount(accountActivationId: $id) { status registrationId continueUrl } }`;
  return activationSchema.parse(await acq.queryField(query, { id }, headers));
}

export function queryRegistrationStatus(acq: TestAcq, registrationId: string | null): Promise<unknown> {
  const query =
    "query registration($id: ID!) { registration(registrationId: $id) { registrationId status } }";
  return acq.queryField(query, { id: registrationId });
}

export function resendActivationEmail(acq: TestAcq, registrationId: string | null): Promise<unknown> {
  const query = `mutation resendActivationEmail($id: ID!) {
    resendActivationEmail(registrationId: $id) { status retryAfter } }`;
  return acq.queryField(query, { id: registrationId });
}

export async function signIn(
  acq: TestAcq,
  email: string,
  password = "velvetgate",
  headers?: Headers,
): Promise<string | null> {
  const query = `mutation login($email: String!, $password: String!) {
    login(email: $email, password: $password) { token } }`;
  const response = await acq.queryField(query, { email, password }, headers);
  return z.object({ token: z.string().nullable() }).parse(response).token;
}

export function bearerHeaders(token: string | null): Headers {
  return { Authorization: `Bearer ${token ?? ""}` };
}

const link = z.object({
  link: z
    .object({ registrationCode: z.string(), validityTimestamp: z.string(), expiresAt: z.string() })
    .nullable(),
  errors: z.array(z.string()),
});
const generateLinkMutation = `mutation generateRegistrationLink($code: String!) {
  generateRegistrationLink(registrationCode: $code) {
    link { registrationCode validityTimestamp expiresAt } errors } }`;

export function requestRegistrationLink(
  acq: TestAcq,
  code: string,
  headers?: Headers,
): Promise<GraphqlResponse> {
  return acq.callAcq(generateLinkMutation, { code }, headers);
}

export async function generateLink(
  acq: TestAcq,
  code: string,
  headers: Headers,
): Promise<z.infer<typeof link>> {
  return link.parse(await acq.queryField(generateLinkMutation, { code }, headers));
}
