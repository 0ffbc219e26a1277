import * as z from "zod";
import { parse } from "cookie";
import { v4 as uuid } from "uuid";
import {
  type Cookies,
  draftLifetimeSeconds,
  hasSiteCookies,
  readMemberToken,
  type RequestWithToken,
} from "~/cookies/cookies.server";
import type { TokenCrypto } from "~/crypto/sealing.server";
import { parseSessionIds } from "~/cookies/session-id.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import { repairLinkValue } from "~/domain/registration/link-values";
import { createIdempotencyKey } from "~/domain/registration/register-visitor.server";
import type { Services } from "./services.server";

/**
 * Returns the Idempotency-Key of a submitted form. The key is the same for the same form, content and member's token,
 * so that acq handles a form only once.
 */
export function createSubmissionKey(
  context: Pick<FormTokenContext, "tokenCrypto" | "responseState"> & RequestWithToken,
  form: FormData,
  input: object,
): string {
  const token = readFormToken(context.tokenCrypto, readFieldText(form, "formToken"));
  const formId = token?.formId ?? uuid();
  context.responseState.formIdentity = { formId };
  return createIdempotencyKey(formId, input, readMemberToken(context));
}

/** Returns the text of a form field; "" if the field was not sent. */
export function readFieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/**
 * The maximum length of a submitted text that a form shows again, in characters. A longer text is truncated: fields
 * full of quotation marks, which HTML escapes, would make a page of 115 KB, which does not fit into HAProxy's buffer.
 */
const maxShownTextLength = 1024;

/** Returns the part of a submitted text that the form shows again. */
export function truncateShownText(text: string): string {
  // Removes the first half of a character that the limit has cut in two.
  return text.slice(0, maxShownTextLength).replace(/\p{Surrogate}$/u, "");
}

const formTokenSchema = z.object({
  /** The id of a rendered form. It is part of the Idempotency-Key. */
  formId: z.string(),
  sid: z.string(),
  code: z.string().optional(),
  validityTimestamp: z.string().nullable().optional(),
  /** The inviter's name that the form showed. */
  inviter: z.string().nullable().optional().catch(undefined),
  /**
   * When the form was first rendered, in milliseconds since 1970. This time does not change when the form is shown
   * again.
   */
  renderedAt: z.number(),
  /** The account (`toAccountKey`) for which the visitor was asked to confirm a suspicious form. */
  confirmedFor: z.string().optional().catch(undefined),
});
export type FormToken = z.infer<typeof formTokenSchema>;

/** The properties in a form's token that stay the same when the form is shown again after an error. */
export type FormIdentity = Pick<FormToken, "formId" | "confirmedFor"> & { renderedAt?: number | undefined };

/** The parts of a request that are needed to issue a form token. */
interface FormTokenContext {
  tokenCrypto: TokenCrypto;
  sessionId: string;
  clock: () => Date;
  /**
   * `formIdentity` identifies the form that this request has submitted, if any. If the page shows the form again, the
   * new token keeps this identity.
   */
  responseState: { formIdentity: FormIdentity | undefined };
}

/**
 * Signs a token for a form, valid as long as the draft. The token contains the form's invitation, so that forms in two
 * tabs do not mix up their invitations.
 *
 * @param firstShownAt - for a form on a later page of the flow: when its first page was shown
 */
export function issueFormToken(
  { tokenCrypto, sessionId, clock, responseState: { formIdentity } }: FormTokenContext,
  invitation: Partial<Pick<FormToken, "code" | "validityTimestamp" | "inviter">> = {},
  firstShownAt?: number,
): string {
  const claims = {
    formId: formIdentity?.formId ?? uuid(),
    sid: sessionId,
    renderedAt: formIdentity?.renderedAt ?? firstShownAt ?? clock().getTime(),
    ...(formIdentity?.confirmedFor && { confirmedFor: formIdentity.confirmedFor }),
  };
  return tokenCrypto.sign("form", { ...claims, ...invitation }, draftLifetimeSeconds);
}

/** Returns the content of a form token; undefined if the token is forged or expired. */
export function readFormToken(tokenCrypto: TokenCrypto, text: string): FormToken | undefined {
  const result = formTokenSchema.safeParse(tokenCrypto.verify("form", text));
  return result.success ? result.data : undefined;
}

/**
 * Returns true if an action may process a submitted form (docs/decisions/forms.md). If the form's origin is proven, the
 * form needs no token, but an invalid token is refused. Otherwise the token must be valid, and the request must have no
 * cookies (docs/decisions/without-cookies.md).
 */
export function isAcceptedForm(
  { requestInfo, tokenCrypto, requestCookies, cookies }: FormAcceptanceContext,
  form: FormData,
): boolean {
  const text = readFieldText(form, "formToken");
  const isValidToken = readFormToken(tokenCrypto, text) !== undefined;
  if (requestInfo.isUnverified) return isValidToken && !hasSiteCookies(requestCookies, cookies);
  return text === "" || isValidToken;
}

interface FormAcceptanceContext {
  requestInfo: { isUnverified?: boolean };
  tokenCrypto: TokenCrypto;
  /** The request's cookies by name. */
  requestCookies: Partial<Record<string, string>>;
  cookies: Cookies;
}

/**
 * Returns the invitation in a form's plain fields, for a form with an expired token. Like a link, these fields may be
 * forged: check the code with acq before showing anything.
 */
export function readPlainInvitation(form: FormData): Invitation | undefined {
  const code = repairLinkValue("rc", readFieldText(form, "rc"));
  if (code === undefined) return undefined;
  return { code, validityTimestamp: repairLinkValue("vt", readFieldText(form, "vt")) ?? null };
}

/** Returns true if the `sid` cookie contains the session in which the form was rendered. */
export function isIssuedToBrowser(token: FormToken, sidCookie: string | undefined): boolean {
  return parseSessionIds(sidCookie).includes(token.sid);
}

/**
 * The result of checking a form token. `bound`: the token was issued to this browser. `cookieless`: the token is valid
 * and no cookies were sent, so the form cannot act for a signed-in visitor.
 */
export type TokenProof = "bound" | "cookieless" | "none";

/**
 * Creates a function that checks a form token against a Cookie header. The request guard uses it for old browsers,
 * which send neither Origin nor Sec-Fetch-Site (docs/product/overview.md#safe).
 */
export function createFormTokenCheck({ cookies, tokenCrypto }: Pick<Services, "cookies" | "tokenCrypto">) {
  return (token: string, cookieHeader: string): TokenProof => {
    const formToken = readFormToken(tokenCrypto, token);
    if (!formToken) return "none";
    const requestCookies = parse(cookieHeader);
    if (isIssuedToBrowser(formToken, requestCookies[cookies.sid.name])) return "bound";
    return hasSiteCookies(requestCookies, cookies) ? "none" : "cookieless";
  };
}
