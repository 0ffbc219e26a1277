import type { RequestContext } from "~/context.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import { v4 as uuid } from "uuid";
import { accountKeyOf } from "~/http/limits/account-key.server";
import { fieldText } from "~/http/forms/field-text";
import { saveDraft, readDraft } from "./draft.server";
import { popupPage } from "./finished-popup.server";
import { isOfBrowser, readFormToken, type FormToken } from "~/http/forms/form-token.server";
import { typedDraft } from "~/domain/registration/draft.schema";

export interface RegistrationSubmission {
  form: FormData;
  /** Which page of which flow was sent, or "back". */
  intent: string;
  formId: string;
  /** The form's own invitation, else the draft's; undefined when neither is left. */
  invitation: Invitation | undefined;
  /** The legal texts that the form showed. */
  legalTexts: { termsPkString: string; dataPolicyPkString: string };
  /**
   * Filled in by a machine, as far as can be told, or no form that this browser was shown; and nobody was asked yet
   * whether it is meant for this person (docs/product.md#registration).
   */
  suspicious: boolean;
}

/** Reads a sent registration form, and keeps what was typed in it whatever becomes of it. */
export async function readSubmission(
  context: RequestContext,
  request: Request,
): Promise<RegistrationSubmission> {
  const form = await request.formData();
  const token = await readFormToken(context.sealing, fieldText(form, "formToken"));
  const intent = fieldText(form, "step") === "back" ? "back" : fieldText(form, "intent");
  const draft = await readDraft(context);
  const code = token?.code ?? draft.registrationCode;
  const validityTimestamp = (token?.code ? token.validityTimestamp : draft.validityTimestamp) ?? null;
  await saveDraft(context, {
    ...draft,
    ...typedDraft(form),
    popup: popupPage(context, fieldText(form, "popup")),
    ...(code && { registrationCode: code, validityTimestamp: validityTimestamp ?? undefined }),
  });
  const person = accountKeyOf(fieldText(form, "email"));
  const suspicious =
    intent !== "leanStep1" &&
    token?.asked !== person &&
    (fieldText(form, "website") !== "" || !isOwnForm(context, token) || isTooQuick(context, token));
  const formId = token?.formId ?? uuid();
  context.sentForm = { formId, asked: suspicious ? person : token?.asked };
  return {
    form,
    intent,
    formId,
    invitation: code ? { code, validityTimestamp } : undefined,
    legalTexts: {
      termsPkString: fieldText(form, "termsPkString"),
      dataPolicyPkString: fieldText(form, "dataPolicyPkString"),
    },
    suspicious,
  };
}

/** Whether it is a registration form, with its invitation, that was shown to this browser. */
function isOwnForm({ sent, cookies }: RequestContext, token: FormToken | undefined): token is FormToken {
  return token?.code !== undefined && isOfBrowser(token, sent[cookies.sid.name]);
}

function isTooQuick({ clock, config }: RequestContext, token: FormToken): boolean {
  return clock().getTime() - token.renderedAt < config.formMinSeconds * 1000;
}
