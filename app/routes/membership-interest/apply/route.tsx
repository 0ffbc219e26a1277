import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submitEmail } from "~/domain/analytics-events";
import { hashedEmail, trackNext } from "~/request/page-events.server";
import { useSite } from "~/ui/components/site";
import { requestContext } from "~/request/context.server";
import { submitMembershipInterest } from "~/acq/operations/submit-membership-interest.server";
import { emailSchema } from "~/domain/registration/registration.schema";
import { readDraft, saveDraft } from "~/request/draft.server";
import { fieldText, issueFormToken, submissionKey } from "~/request/form-token.server";
import { countAgainstLimit, failureMessage, giveBackUnanswered, seeOther } from "~/request/replies.server";
import { pageData } from "~/request/page-data.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { type EmailAnswer, EmailPage } from "~/ui/components/email-page";
import { pageMeta } from "~/ui/components/page-meta";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["interest", "registration"],
  formId: "main-form",
  personal: true,
};

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const { registrationEmail } = await readDraft(app);
  return {
    page: pageData(app, "interest:apply.title", "interest:apply.description"),
    formToken: await issueFormToken(app),
    typed: registrationEmail,
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const form = await request.formData();
  const typed = fieldText(form, "email");
  const email = emailSchema.safeParse(typed);
  if (!email.success) return showAgain({ typed, failure: null }, 422);

  const input = { email: email.data, locale: app.locale };
  const counted = await countAgainstLimit(app, "interest");
  const asked = await submitMembershipInterest(app.acq, input, await submissionKey(app, form, input));
  if (!asked.ok) {
    await giveBackUnanswered(app, counted);
    return showAgain({ typed, failure: failureMessage(asked.failure) }, 503);
  }
  await saveDraft(app, { ...(await readDraft(app)), interestSent: true });
  await trackNext(app, submitEmail(hashedEmail(email.data)));
  return seeOther(app, "/membership-interest/confirmation");

  function showAgain(answer: EmailAnswer, status: 422 | 503) {
    app.reply.invalid = true;
    return data(answer, { status });
  }
}

export default function MembershipInterestApply() {
  const { t } = useSite();
  const { formToken, typed } = useLoaderData<typeof loader>();
  return (
    <EmailPage
      heading={t("interest:apply.heading")}
      lead={t("interest:apply.lead")}
      label={t("interest:apply.emailLabel")}
      button={t("interest:apply.button")}
      path="/membership-interest/apply"
      formToken={formToken}
      typed={typed}
      answer={useActionData<typeof action>()}
    />
  );
}
