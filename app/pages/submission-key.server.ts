import { v4 as uuid } from "uuid";
import type { RequestContext } from "~/context.server";
import { idempotencyKey } from "~/domain/registration/register-visitor.server";
import { fieldText } from "~/http/forms/field-text";
import { readFormToken } from "~/http/forms/form-token.server";

/** The Idempotency-Key of a sent form: the same form with the same content does its work once. */
export async function submissionKey(context: RequestContext, form: FormData, input: object): Promise<string> {
  const token = await readFormToken(context.sealing, fieldText(form, "formToken"));
  const formId = token?.formId ?? uuid();
  context.sentForm = { formId };
  return idempotencyKey(formId, input);
}
