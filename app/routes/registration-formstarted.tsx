import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestContext } from "~/context.server";
import { checkCode } from "~/domain/registration/check-code.server";
import { registerVisitor } from "~/domain/registration/register-visitor.server";
import { registrationSchema } from "~/domain/registration/registration.schema";
import { keepDraft, readDraft } from "~/http/draft.server";
import { currentInvitation } from "~/http/invitation.server";
import { pageData } from "~/http/page-data.server";
import { anyCountry, registrationFormData, showsTextsOf } from "~/http/registration-form.server";
import { readSubmission } from "~/http/registration-submission.server";
import { failureMessage, seeOther, unavailable } from "~/http/replies.server";
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
  const { form, formId, invitation, legalTexts } = await readSubmission(app, request);
  if (!invitation) return seeOther(app, "/registration/deny?reason=invalid");

  const check = await checkCode(app, invitation);
  if (check.status === "refused") return seeOther(app, `/registration/deny?reason=${check.reason}`);
  const { inviter, countryOptions } =
    check.status === "usable" ? check : { inviter: null, countryOptions: anyCountry(legalTexts) };
  const rules = {
    countries: countryOptions.map(({ isoCode }) => isoCode),
    salutationOptional: app.config.salutationOptional,
  };
  const submission = parseWithZod(form, { schema: registrationSchema(rules) });
  if (check.status === "failed") return showAgain(submission.reply(), 503, failureMessage(check.failure));
  if (submission.status !== "success") return showAgain(submission.reply(), 422);
  const fields = submission.value;
  if (!showsTextsOf(countryOptions, fields.country, legalTexts))
    return showAgain(submission.reply({ fieldErrors: { terms: ["terms.changed"] } }), 422);

  const draft = await readDraft(app);
  const outcome = await registerVisitor(app, {
    invitation,
    fields,
    legalTexts,
    locale: app.locale,
    campaign: draft.campaign,
    replaces: draft.registrationId,
    formId,
  });
  switch (outcome.status) {
    case "created":
    case "pending":
      await keepDraft(app, { ...draft, registrationId: outcome.registrationId ?? undefined });
      return seeOther(app, outcome.status === "created" ? "/registration/formfinished" : pendingPage);
    case "active":
      return seeOther(app, "/registration/registrationformemailactivecomplete");
    case "refused":
      return seeOther(app, `/registration/deny?reason=${outcome.reason}`);
    case "failed":
      return showAgain(submission.reply(), 503, failureMessage(outcome.failure));
  }

  function showAgain(
    reply: SubmissionResult,
    status: 422 | 503,
    message?: ReturnType<typeof failureMessage>,
  ) {
    app.invalid = true;
    app.returned = { formId, inviter, countryOptions };
    return data({ reply, message }, { status });
  }
}

const pendingPage = "/registration/registrationformemailpendingcomplete";

export default function RegistrationFormStarted() {
  const { inviter, form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <RegistrationPage inviter={inviter} form={form} reply={answer?.reply} failure={answer?.message} />;
}
