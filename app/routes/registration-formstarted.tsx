import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestContext } from "~/context.server";
import { checkCode } from "~/domain/registration/check-code.server";
import { suggestedAddress } from "~/domain/registration/email-suggestion";
import { registerVisitor } from "~/domain/registration/register-visitor.server";
import type { FormProblem } from "~/domain/registration/registration-form.types";
import { registrationSchema } from "~/domain/registration/registration.schema";
import { fieldText } from "~/http/field-text";
import { currentInvitation } from "~/pages/invitation.server";
import { pageData } from "~/pages/page-data.server";
import { anyCountry, registrationFormData, showsTextsOf } from "~/pages/registration-form.server";
import { afterRegistration, registrationOf } from "~/pages/registration-outcome.server";
import { readSubmission } from "~/pages/registration-submission.server";
import { failureMessage, seeOther, unavailable } from "~/pages/replies.server";
import type { PageHandle } from "~/layouts/page-handle";
import { pageMeta } from "~/views/page-meta";
import { RegistrationPage } from "~/views/registration-page";

export const handle: PageHandle = {
  layout: "centered",
  i18n: ["registration"],
  formId: "main-form",
  personal: true,
};

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const current = await currentInvitation(app, request);
  if (current.status !== "given") return seeOther(app, "/registration/deny?reason=invalid");
  const { invitation } = current;

  const check = app.returned
    ? { status: "usable" as const, ...app.returned }
    : await checkCode(app, invitation);
  if (check.status === "failed") throw unavailable(check.failure);
  if (check.status === "refused") return seeOther(app, `/registration/deny?reason=${check.reason}`);

  return {
    page: pageData(app, "registration:form.title", "registration:form.description"),
    inviter: check.inviter,
    form: await registrationFormData(app, invitation, check.countryOptions),
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const sent = await readSubmission(app, request);
  const { form, invitation, legalTexts } = sent;
  if (!invitation) return seeOther(app, "/registration/deny?reason=invalid");

  const check = sent.suspicious ? undefined : await checkCode(app, invitation);
  if (check?.status === "refused") return seeOther(app, `/registration/deny?reason=${check.reason}`);
  const { inviter, countryOptions } =
    check?.status === "usable" ? check : { inviter: null, countryOptions: anyCountry(legalTexts) };

  const countries = countryOptions.map(({ isoCode }) => isoCode);
  const submission = parseWithZod(form, {
    schema: registrationSchema({ countries, salutationOptional: app.config.salutationOptional }),
  });
  if (!check) return showAgain(submission.reply(), 422, { kind: "suspicious" });
  if (check.status === "failed") return showAgain(submission.reply(), 503, failureMessage(check.failure));
  if (submission.status !== "success") return showAgain(submission.reply(), 422);

  const fields = submission.value;
  if (!showsTextsOf(countryOptions, fields.country, legalTexts))
    return showAgain(submission.reply({ fieldErrors: { terms: ["terms.changed"] } }), 422);
  const suggestion = suggestedAddress(fields.email);
  if (suggestion && fieldText(form, "questionedEmail") !== fields.email)
    return showAgain(submission.reply({ fieldErrors: { email: ["email.suggestion"] } }), 422, {
      kind: "email-suggestion",
      address: fields.email,
      suggestion,
    });

  const outcome = await registerVisitor(app, await registrationOf(app, sent, invitation, fields));
  if (outcome.status === "failed") return showAgain(submission.reply(), 503, failureMessage(outcome.failure));
  return seeOther(app, await afterRegistration(app, outcome));

  function showAgain(reply: SubmissionResult, status: 422 | 503, problem?: FormProblem) {
    app.invalid = true;
    app.returned = { formId: sent.formId, inviter, countryOptions, asked: sent.asked || sent.suspicious };
    return data({ reply, problem }, { status });
  }
}

export default function RegistrationFormStarted() {
  const { inviter, form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <RegistrationPage inviter={inviter} form={form} answer={answer} />;
}
