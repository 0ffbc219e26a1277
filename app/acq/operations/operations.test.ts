import { describe, expect, it } from "vitest";
import type { Acq } from "~/acq/client.server";
import type { AcqResult } from "~/acq/results";
import { activateAccount } from "~/acq/operations/activate-account.server";
import { checkRegistrationCode } from "~/acq/operations/check-registration-code.server";
import { generateRegistrationLink } from "~/acq/operations/generate-registration-link.server";
import { login } from "~/acq/operations/login.server";
import { logout } from "~/acq/operations/logout.server";
import { requestActivationEmail } from "~/acq/operations/request-activation-email.server";
import { resendActivationEmail } from "~/acq/operations/resend-activation-email.server";
import { submitMembershipInterest } from "~/acq/operations/submit-membership-interest.server";
import { submitRegistration } from "~/acq/operations/submit-registration.server";
import { fetchViewer } from "~/acq/operations/viewer.server";
import { createResponseFault, startBrokenAcq } from "../../../tests/support/broken-acq";
import { createTestClient } from "../../../tests/support/acq-client";

const email = "me@example.com";
const registration = {
  registrationCode: "WELCOME",
  email,
  firstName: "Ada",
  lastName: "Byron",
  country: "FR",
  newsletter: false,
  termsAccepted: true,
  locale: "fr",
};

type Operation = (acq: Acq) => Promise<AcqResult<unknown>>;

const mutations = {
  activateAccount: (acq) => activateAccount(acq, "a1", "key-1"),
  generateRegistrationLink: (acq) => generateRegistrationLink(acq, "WELCOME", "key-1"),
  login: (acq) => login(acq, { email, password: "velvetgate" }, "key-1"),
  logout: (acq) => logout(acq, "key-1"),
  requestActivationEmail: (acq) => requestActivationEmail(acq, { email, locale: "fr" }, "key-1"),
  resendActivationEmail: (acq) => resendActivationEmail(acq, "r1", "key-1"),
  submitMembershipInterest: (acq) => submitMembershipInterest(acq, { email, locale: "fr" }, "key-1"),
  submitRegistration: (acq) => submitRegistration(acq, registration, "key-1"),
} satisfies Record<string, Operation>;

const queries = {
  registrationCodeDetails: (acq) =>
    checkRegistrationCode(acq, { registrationCode: "WELCOME", validityTimestamp: null }),
  viewer: fetchViewer,
} satisfies Record<string, Operation>;

const operations = { ...mutations, ...queries };
type OperationField = keyof typeof operations;

async function requestWithField(field: OperationField, value: unknown) {
  const acq = await startBrokenAcq(createResponseFault({ data: { [field]: value } }));
  return { acq, response: await operations[field](createTestClient(acq.url).acq) };
}

describe("values that only a newer acq returns", () => {
  it.each<[OperationField, object, object | null]>([
    [
      "activateAccount",
      { status: "LATER", registrationId: null, continueUrl: null },
      { status: "FAILED", registrationId: null, continueUrl: null },
    ],
    [
      "registrationCodeDetails",
      { errors: ["LATER"], errorDetails: [], invitorName: null, countryOptions: [] },
      { errors: ["REGISTRATION_CODE_INVALID"], invitorName: null, countryOptions: [] },
    ],
    [
      "generateRegistrationLink",
      { link: null, errors: ["LATER"] },
      { link: null, errors: ["REGISTRATION_CODE_INVALID"] },
    ],
    ["requestActivationEmail", { status: "LATER" }, null],
    ["resendActivationEmail", { status: "LATER", retryAfter: 60 }, { status: "NOT_PENDING", retryAfter: 60 }],
    ["submitMembershipInterest", { status: "LATER" }, null],
    [
      "submitRegistration",
      { status: "LATER", registrationId: "r1", errors: ["LATER", "REGISTRATION_CODE_EXPIRED"] },
      {
        status: "REJECTED",
        registrationId: "r1",
        errors: ["REGISTRATION_CODE_INVALID", "REGISTRATION_CODE_EXPIRED"],
      },
    ],
    [
      "viewer",
      { id: "1", firstName: "Ada", roles: ["LATER"], vipStatus: "LATER", invitation: null },
      { firstName: "Ada", roles: ["LATER"], vipStatus: null, invitation: null },
    ],
  ])("are replaced by the most cautious known value in the response of %s", async (field, value, data) => {
    expect((await requestWithField(field, value)).response).toEqual({ ok: true, data });
  });
});

it("member's first name is cut to 200 characters without splitting an emoji", async () => {
  const member = { id: "1", firstName: `x${"😀".repeat(300)}`, roles: [], vipStatus: null, invitation: null };
  expect((await requestWithField("viewer", member)).response).toMatchObject({
    data: { firstName: `x${"😀".repeat(199)}` },
  });
});

it.each<[OperationField, object]>([
  ["activateAccount", { status: null, registrationId: null, continueUrl: null }],
  ["resendActivationEmail", { status: 1, retryAfter: 60 }],
  ["submitRegistration", { registrationId: null, errors: [] }],
  ["generateRegistrationLink", { link: null, errors: [null] }],
  ["login", { token: 7 }],
])("acq operation %s rejects a response with missing or invalid values", async (field, value) => {
  expect((await requestWithField(field, value)).response).toMatchObject({
    ok: false,
    failure: { kind: "network" },
  });
});

it.each(Object.entries(mutations))(
  "acq mutation %s sends the idempotency key of the request",
  async (_, mutate) => {
    const acq = await startBrokenAcq(createResponseFault({}));
    await mutate(createTestClient(acq.url).acq);
    expect(acq.requests.map((headers) => headers["idempotency-key"])).toEqual(["key-1"]);
  },
);
