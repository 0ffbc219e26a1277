import type { RequestContext } from "~/context.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import { fieldText } from "~/http/forms/field-text";
import { keepDraft, readDraft } from "./draft.server";
import { popupPage } from "./finished-popup.server";
import { readFormToken, type FormToken } from "~/http/forms/form-token.server";
import { typedDraft } from "./registration-form.server";

export interface RegistrationSubmission {
  form: FormData;
  /** Which page of which flow was sent, or "back". */
  intent: string;
  formId: string;
  /** The form's own invitation, else the draft's; undefined when neither is left. */
  invitation: Invitation | undefined;
  /** The legal texts that the form showed. */
  legalTexts: { termsPkString: string; dataPolicyPkString: string };
  /** Filled in by a machine, as far as can be told, and nobody was asked yet (contract.md, section 7). */
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
  await keepDraft(context, {
    ...draft,
    ...typedDraft(form),
    popup: popupPage(context, fieldText(form, "popup")),
    ...(code && { registrationCode: code, validityTimestamp: validityTimestamp ?? undefined }),
  });
  const suspicious =
    intent !== "leanStep1" &&
    !token?.asked &&
    (fieldText(form, "website") !== "" || isTooQuick(context, token));
  // Without a token of ours only what was typed tells one submission from another.
  const formId = token?.formId ?? "";
  context.sentForm = { formId, asked: suspicious || (token?.asked ?? false) };
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

function isTooQuick({ clock, config }: RequestContext, token: FormToken | undefined): boolean {
  return token !== undefined && clock().getTime() - token.renderedAt < config.formMinSeconds * 1000;
}
