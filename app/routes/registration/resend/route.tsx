import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useSite } from "~/ui/components/site";
import { requestContext } from "~/request/context.server";
import { emailSchema } from "~/domain/registration/registration.schema";
import { readDraft } from "~/request/draft.server";
import { fieldText, issueFormToken, submissionKey } from "~/request/form-token.server";
import { requestWithinLimits } from "~/routes/registration/limited-mails.server";
import { pageData } from "~/request/page-data.server";
import { failureMessage, seeOther } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { type EmailAnswer, EmailPage } from "~/ui/components/email-page";
import { Notice } from "~/ui/components/notice";
import { pageMeta } from "~/ui/components/page-meta";

export const handle: PageHandle = {
  layout: "centered",
  gate: "ajar",
  i18n: ["progress", "registration"],
  formId: "main-form",
  personal: true,
};

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const page = pageData(app, "progress:resend.title", "progress:resend.description");
  if (new URL(request.url).searchParams.get("done") === "sent") return { page, view: "sent" as const };
  const { registrationEmail } = await readDraft(app);
  return { page, view: "form" as const, formToken: await issueFormToken(app), typed: registrationEmail };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const form = await request.formData();
  const typed = fieldText(form, "email");
  const email = emailSchema.safeParse(typed);
  if (!email.success) return showAgain({ typed, failure: null }, 422);

  const input = { email: email.data, locale: app.locale };
  const outcome = await requestWithinLimits(app, input, await submissionKey(app, form, input));
  if (!outcome.ok) return showAgain({ typed, failure: failureMessage(outcome.failure) }, 503);
  return seeOther(app, "/registration/resend?done=sent");

  function showAgain(answer: EmailAnswer, status: 422 | 503) {
    app.reply.invalid = true;
    return data(answer, { status });
  }
}

export default function RegistrationResend() {
  const { t, href } = useSite();
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (shown.view === "sent")
    return (
      <Notice
        heading={t("progress:resend.sentHeading")}
        links={[{ href: href("/"), text: t("common:backToStart") }]}
      >
        <p role="status">{t("progress:resend.answer")}</p>
        <p className="quiet">{t("progress:mail.spam")}</p>
      </Notice>
    );
  return (
    <EmailPage
      heading={t("progress:resend.heading")}
      lead={t("progress:resend.lead")}
      label={t("registration:email.label")}
      button={t("progress:resend.button")}
      path="/registration/resend"
      formToken={shown.formToken}
      typed={shown.typed}
      answer={answer}
    />
  );
}
