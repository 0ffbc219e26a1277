import { v4 as uuid } from "uuid";
import { maxAcqTextLengths } from "~/acq/results";
import { isCountry } from "~/domain/countries.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import { readDraftFromForm } from "~/domain/registration/draft-schema.server";
import { isFirstStepIntent, type RegistrationIntent } from "~/domain/registration/form-pages";
import { type LegalTextsByCountry, readLegalTexts } from "~/domain/registration/legal-texts";
import { registrationFields } from "~/domain/registration/registration-fields";
import type { RequestContext } from "~/request/context.server";
import { hasSiteCookies } from "~/cookies/cookies.server";
import { readDraft, saveDraft } from "~/request/draft.server";
import {
  readFieldText,
  type FormToken,
  isAcceptedForm,
  isIssuedToBrowser,
  readPlainInvitation,
  readFormToken,
  truncateShownText,
  type FormIdentity,
} from "~/request/form-token.server";
import { toDraftFields } from "~/request/invitation.server";
import { toAccountKey } from "~/request/limits/limit-keys.server";
import { checkStoredReferrer } from "~/request/referrer-guard.server";
import { adoptSuggestedEmail } from "~/request/suggested-email.server";
import { validatePopupLandingPath } from "~/routes/registration/finished-popup.server";

export interface RegistrationSubmission {
  form: FormData;
  intent: RegistrationIntent;
  formId: string;
  formIdentity: FormIdentity;
  /** A hash of the typed e-mail address (`toAccountKey`). */
  accountKey: string;
  /** The invitation in the form, otherwise the one in the draft; undefined if both have none. */
  invitation: Invitation | undefined;
  /** True if the form's token was rejected. The form is then shown again, and no visitor is registered. */
  isExpired: boolean;
  /** The inviter's name that the form showed. */
  inviter: string | null;
  /** The legal texts that the form showed, by country. */
  legalTexts: LegalTextsByCountry;
  /**
   * True if a machine has probably filled in the form, or if this site did not show the form to this browser. False
   * once the visitor has confirmed the form for this e-mail address (docs/product/registration.md#registration).
   */
  isSuspicious: boolean;
}

/** Reads a submitted registration form. Always saves its content in the draft, even if the form is invalid. */
export async function readSubmission(
  context: RequestContext,
  request: Request,
): Promise<RegistrationSubmission> {
  const form = await request.formData();
  const accountKey = toAccountKey(readFieldText(form, "email"));
  adoptSuggestedEmail(form);
  const formToken = readFormToken(context.tokenCrypto, readFieldText(form, "formToken"));
  const intent = readIntent(form);
  const draft = await readDraft(context);
  const isExpired = !isAcceptedForm(context, form);
  const signedInvitation = createInvitation(formToken?.code, formToken?.validityTimestamp);
  const expiredFormInvitation = isExpired ? readPlainInvitation(form) : undefined;
  const invitation =
    signedInvitation ??
    expiredFormInvitation ??
    createInvitation(draft.registrationCode, draft.validityTimestamp);
  saveDraft(context, {
    ...draft,
    ...readDraftFromForm(form),
    referrer: draft.referrer ?? checkStoredReferrer(context, readFieldText(form, "fref")),
    popup: validatePopupLandingPath(context, readFieldText(form, "popup")),
    ...(isFirstStepIntent(intent) && { formShownAt: formToken?.renderedAt }),
    ...(signedInvitation && toDraftFields(signedInvitation)),
  });
  const legalTexts = readShownLegalTexts(form);
  const isSuspicious =
    !isFirstStepIntent(intent) &&
    formToken?.confirmedFor !== accountKey &&
    (readFieldText(form, "website") !== "" ||
      !isFormIssuedToBrowser(context, formToken) ||
      isSubmittedTooQuickly(context, formToken));
  const formId = formToken?.formId ?? uuid();
  const formIdentity = { formId, confirmedFor: formToken?.confirmedFor, renderedAt: formToken?.renderedAt };
  context.responseState.formIdentity = formIdentity;
  limitRepeatedFields(form);
  return {
    form,
    intent,
    formId,
    formIdentity,
    accountKey,
    invitation,
    isExpired,
    inviter: formToken?.inviter ?? null,
    legalTexts,
    isSuspicious,
  };
}

/** The fields that are needed after the form has been read. `limitRepeatedFields` deletes all other fields. */
const repeatedFieldNames = new Set<string>([
  ...registrationFields.map(({ name }) => name),
  "questionedEmail",
  "locale",
  "formToken",
]);

/**
 * Truncates the texts of a submitted form and deletes the fields that are no longer needed, because a page that shows
 * the form again repeats them.
 */
function limitRepeatedFields(form: FormData): void {
  for (const name of new Set(form.keys()))
    if (repeatedFieldNames.has(name)) form.set(name, truncateShownText(readFieldText(form, name)));
    else form.delete(name);
}

/**
 * Reads the legal texts that the form showed. Legal texts with longer keys than acq's are left out, because the page
 * that repeats the keys would become large.
 */
function readShownLegalTexts(form: FormData): LegalTextsByCountry {
  const texts = readLegalTexts(readFieldText(form, "legalTexts"));
  return new Map(
    Array.from(texts).filter(
      ([isoCode, keys]) =>
        isCountry(isoCode) &&
        Math.max(keys.termsPkString.length, keys.dataPolicyPkString.length) <= maxAcqTextLengths.legalTextKey,
    ),
  );
}

const registrationIntents = ["defaultStep1", "defaultStep2", "leanStep1", "leanStep2", "back"] as const;

/** Returns the step that was sent. An unknown step counts as the whole form, which has the strictest rules. */
function readIntent(form: FormData): RegistrationIntent {
  const intentText = readFieldText(form, "step") === "back" ? "back" : readFieldText(form, "intent");
  return registrationIntents.find((intent) => intent === intentText) ?? "default";
}

function createInvitation(
  code: string | undefined,
  timestamp: string | null | undefined,
): Invitation | undefined {
  return code ? { code, validityTimestamp: timestamp ?? null } : undefined;
}

/**
 * Returns true if this browser was shown the form: the token was issued to its session. Without cookies, the headers
 * Origin or Sec-Fetch-Site must prove the form's origin instead (docs/decisions/without-cookies.md).
 */
function isFormIssuedToBrowser(
  { requestCookies, cookies, requestInfo }: RequestContext,
  token: FormToken | undefined,
): token is FormToken {
  if (token?.code === undefined) return false;
  if (!hasSiteCookies(requestCookies, cookies)) return !requestInfo.isUnverified;
  return isIssuedToBrowser(token, requestCookies[cookies.sid.name]);
}

function isSubmittedTooQuickly({ clock, config }: RequestContext, token: FormToken): boolean {
  return clock().getTime() - token.renderedAt < config.formMinSeconds * 1000;
}
