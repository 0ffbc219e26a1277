import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submitEmail } from "~/analytics/events";
import { hashedEmail } from "~/analytics/hash-of.server";
import { useSite } from "~/components/site";
import { requestContext } from "~/context.server";
import { applyForMembership } from "~/domain/membership-interest/apply-for-membership.server";
import { emailSchema } from "~/domain/registration/registration.schema";
import { saveDraft, readDraft } from "~/pages/draft.server";
import { fieldText } from "~/http/forms/field-text";
import { issueFormToken } from "~/http/forms/form-token.server";
import { countAgainstLimit } from "~/pages/limits.server";
import { pageData } from "~/pages/page-data.server";
import { trackNext } from "~/pages/page-events.server";
import { failureMessage, seeOther } from "~/pages/replies.server";
import { submissionKey } from "~/pages/submission-key.server";
import type { PageHandle } from "~/layouts/page-handle";
import { EmailPage, type EmailAnswer } from "~/views/email-page";
import { pageMeta } from "~/views/page-meta";

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
  await countAgainstLimit(app, "interest");
  const outcome = await applyForMembership(app, input, await submissionKey(app, form, input));
  if (outcome.status === "failed") return showAgain({ typed, failure: failureMessage(outcome.failure) }, 503);
  await saveDraft(app, { ...(await readDraft(app)), interestSent: true });
  await trackNext(app, submitEmail(hashedEmail(email.data)));
  return seeOther(app, "/membership-interest/confirmation");

  function showAgain(answer: EmailAnswer, status: 422 | 503) {
    app.invalid = true;
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
