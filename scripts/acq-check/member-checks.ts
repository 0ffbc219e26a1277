import { v4 as uuid } from "uuid";
import * as z from "zod";
import type { AcqFailure } from "~/acq/results";
import {
  generateRegistrationLink,
  type RegistrationLinkParts,
} from "~/acq/operations/generate-registration-link.server";
import { login } from "~/acq/operations/login.server";
import { logout } from "~/acq/operations/logout.server";
import { type Viewer, fetchViewer } from "~/acq/operations/viewer.server";
import type { Credentials, CheckTools } from "./check-tools";
import {
  combinePrerequisites,
  type Prerequisite,
  noPrerequisite,
  hasSameJson,
  expectThat,
  expectLinkSafe,
} from "./checklist";
import { fetchCodeDetails } from "./code-checks";
import { requireData, readRefusalCodes } from "./acq-calls";

const dayMs = 24 * 60 * 60 * 1000;
const linkErrorsSchema = z.object({ generateRegistrationLink: z.object({ errors: z.array(z.string()) }) });
const viewerIdSchema = z.object({ viewer: z.object({ id: z.string() }) });

/** Checks acq's responses to a visitor without an account. */
export async function checkAnonymousCalls({ check, createClient, settings }: CheckTools): Promise<void> {
  const unknownEmail = `none-${uuid()}@example.com`;
  await check("the viewer is null without a token", noPrerequisite, async () => {
    expectThat(requireData(await fetchViewer(createClient().acq)) === null, "null", "a viewer");
  });
  await check("the viewer is null with an unknown token", noPrerequisite, async () => {
    expectThat(requireData(await fetchViewer(createClient(uuid()).acq)) === null, "null", "a viewer");
  });
  await check("a login with an unknown address returns the token null", noPrerequisite, async () => {
    const token = requireData(
      await login(createClient().acq, { email: unknownEmail, password: "wrong" }, uuid()),
    );
    expectThat(token === null, "null", "a token");
  });
  await check("generating a link without a token is FORBIDDEN", noPrerequisite, async () => {
    expectForbiddenError(
      readRefusalCodes(await generateRegistrationLink(createClient().acq, settings.code, uuid())),
    );
  });
}

/** Expects the error code FORBIDDEN, the only one that the site distinguishes (app/acq/results.ts). */
function expectForbiddenError(errorCodes: Extract<AcqFailure, { kind: "graphql" }>["errorCodes"]): void {
  expectThat(
    errorCodes.includes("FORBIDDEN"),
    "the error code FORBIDDEN",
    errorCodes.join(", ") || "no code",
  );
}

/** Checks a member's steps: sign in, read the invitation, create a link, sign out. */
export async function checkMember(
  tools: CheckTools,
  memberCredentials: Prerequisite<Credentials>,
): Promise<void> {
  const { check, createClient, settings } = tools;
  const token = await checkSignIn(tools, memberCredentials, "a member");
  await check(
    "a member's e-mail address is accepted in capitals",
    combinePrerequisites(memberCredentials, token),
    async ([credentials]) => {
      const email = credentials.email.toUpperCase();
      expectThat(
        requireData(await login(createClient().acq, { ...credentials, email }, uuid())) !== null,
        "a token",
        "null",
      );
    },
  );
  await check(
    "a login with a wrong password returns the token null",
    memberCredentials,
    async ({ email }) => {
      const wrongPasswordToken = requireData(
        await login(createClient().acq, { email, password: uuid() }, uuid()),
      );
      expectThat(wrongPasswordToken === null, "null", "a token");
    },
  );
  const memberInvitation = await check(
    "a member's viewer contains the member's invitation",
    token,
    async (accessToken) => {
      const { invitation } = await checkViewerRole(tools, accessToken, "MEMBER");
      expectThat(invitation !== null, "an invitation", "null");
      const { registrationCode, balance, pending, joined } = invitation;
      expectThat(registrationCode !== "", "the member's code", "an empty text");
      expectLinkSafe(registrationCode, "code");
      expectThat(Math.min(balance, pending, joined) >= 0, "counts of 0 or more", {
        balance,
        pending,
        joined,
      });
      return { token: accessToken, registrationCode };
    },
  );
  await check("a member can generate a link for the own code", memberInvitation, (invitation) =>
    expectUsableLink(tools, invitation.token, invitation.registrationCode),
  );
  await check("a member cannot generate a link for another code", memberInvitation, async (invitation) => {
    if (normalizeCode(invitation.registrationCode) === normalizeCode(settings.code)) return;
    expectForbiddenError(
      readRefusalCodes(
        await generateRegistrationLink(createClient(invitation.token).acq, settings.code, uuid()),
      ),
    );
  });
  await checkSignOut(tools, token, "a member");
}

/**
 * Checks the steps of an administrator: sign in, and create a link for any code. Then checks that the link opens the
 * form.
 */
export async function checkAdministrator(
  tools: CheckTools,
  adminCredentials: Prerequisite<Credentials>,
): Promise<void> {
  const { check, createClient, settings } = tools;
  const token = await checkSignIn(tools, adminCredentials, "an administrator");
  await check("an administrator's viewer has the role ADMIN", token, (accessToken) =>
    checkViewerRole(tools, accessToken, "ADMIN"),
  );
  const link = await check(
    "an administrator can generate a link that is valid for 14 days",
    token,
    (accessToken) => expectUsableLink(tools, accessToken, settings.code),
  );
  await check("a generated link can be used for the form", link, async ({ code, validityTimestamp }) => {
    const { details } = await fetchCodeDetails(tools, code, validityTimestamp);
    expectThat(details.errors.length === 0, "no errors", details.errors);
  });
  await check(
    "a link with a damaged timestamp returns an error",
    link,
    async ({ code, validityTimestamp }) => {
      const { details } = await fetchCodeDetails(tools, code, validityTimestamp.slice(0, -2));
      expectThat(details.errors.length > 0, "an error", details.errors);
    },
  );
  await check(
    "generating a link for an unknown code returns an error and no link",
    token,
    async (accessToken) => {
      const client = createClient(accessToken);
      const generatedLink = requireData(await generateRegistrationLink(client.acq, `none-${uuid()}`, uuid()));
      expectThat(generatedLink.link === null, "no link", "a link");
      // Reads the unparsed response, since the site's schema omits the reason why acq refuses the link.
      const { errors } = linkErrorsSchema.parse(client.readLastResponseData()).generateRegistrationLink;
      expectThat(errors.includes("REGISTRATION_CODE_INVALID"), "REGISTRATION_CODE_INVALID", errors);
    },
  );
  await check(
    "generating a link twice with the same key returns the same link",
    combinePrerequisites(token, link),
    async ([accessToken]) => {
      const key = uuid();
      const generateLink = () => generateRegistrationLink(createClient(accessToken).acq, settings.code, key);
      const [firstLink, secondLink] = [requireData(await generateLink()), requireData(await generateLink())];
      expectThat(hasSameJson(firstLink, secondLink), "the first response again", "another link");
    },
  );
  await checkSignOut(tools, token, "an administrator");
}

function checkSignIn(
  { check, createClient }: CheckTools,
  credentials: Prerequisite<Credentials>,
  name: string,
): Promise<Prerequisite<string>> {
  return check(`${name} signs in`, credentials, async (credentials) => {
    const token = requireData(await login(createClient().acq, credentials, uuid()));
    expectThat(token !== null, "a token", "null");
    // The site sends the token in an HTTP header, which allows only these characters
    // (app/acq/request-headers.server.ts).
    expectThat(/^[\x21-\x7e][\x20-\x7e]*$/.test(token), "a token of ASCII characters", "other characters");
    return token;
  });
}

async function checkSignOut(
  { check, createClient }: CheckTools,
  token: Prerequisite<string>,
  name: string,
): Promise<void> {
  const signOutResult = await check(`${name} signs out`, token, async (accessToken) => {
    expectThat(requireData(await logout(createClient(accessToken).acq, uuid())), "ok: true", "false");
    return accessToken;
  });
  await check(`${name}'s token is invalid after the sign-out`, signOutResult, async (accessToken) => {
    expectThat(
      requireData(await fetchViewer(createClient(accessToken).acq)) === null,
      "no viewer",
      "a viewer",
    );
  });
}

async function checkViewerRole(tools: CheckTools, token: string, role: "ADMIN" | "MEMBER"): Promise<Viewer> {
  const client = tools.createClient(token);
  const account = requireData(await fetchViewer(client.acq));
  expectThat(account !== null, "the viewer", "null");
  expectThat(viewerIdSchema.parse(client.readLastResponseData()).viewer.id !== "", "an id", "an empty one");
  expectThat(account.firstName !== "", "a first name", "an empty one");
  expectThat(account.roles.includes(role), `the role ${role}`, account.roles);
  expectThat(
    role === "ADMIN" || !account.roles.includes("ADMIN"),
    "a member without the role ADMIN",
    account.roles,
  );
  return account;
}

async function expectUsableLink(
  { createClient, noteUndeletedData }: CheckTools,
  token: string,
  code: string,
): Promise<RegistrationLinkParts> {
  const { link } = requireData(await generateRegistrationLink(createClient(token).acq, code, uuid()));
  expectThat(link !== null, "a link", "null");
  noteUndeletedData(`a registration link for ${code}, valid until ${link.expiresAt.toISOString()}`);
  expectThat(normalizeCode(link.code) === normalizeCode(code), `a link for ${code}`, link.code);
  expectThat(link.validityTimestamp !== "", "a timestamp", "an empty one");
  expectLinkSafe(link.validityTimestamp, "timestamp");
  const validDays = (link.expiresAt.getTime() - Date.now()) / dayMs;
  expectThat(Math.abs(validDays - 14) < 0.1, "14 days", `${validDays.toFixed(1)} days`);
  return link;
}

function normalizeCode(code: string): string {
  return code.replaceAll("-", "").toUpperCase();
}
