import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useSite } from "~/ui/components/site";
import { getRequestContext } from "~/request/context.server";
import { handleEmailForm } from "~/request/email-form.server";
import { readDraft } from "~/request/draft.server";
import { issueFormToken } from "~/request/form-token.server";
import { requestMailWithinLimits } from "~/routes/registration/limited-mails.server";
import { createPageMetaData } from "~/request/page-data.server";
import { redirectToPage } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { FormLanguages } from "~/ui/components/form-languages";
import { EmailPage } from "~/ui/components/email-page";
import { Notice } from "~/ui/components/notice";
import { createPageMeta } from "~/ui/components/page-meta";

export const handle: PageHandle = {
  layout: "centered",
  gate: "ajar",
  i18n: ["progress", "registration"],
  formId: "main-form",
};

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const page = createPageMetaData(context, "progress:resend.title", "progress:resend.description");
  if (context.currentUrl.searchParams.get("done") === "sent") return { page, view: "sent" as const };
  const { registrationEmail } = await readDraft(context);
  return { page, view: "form" as const, formToken: issueFormToken(context), typed: registrationEmail };
}

export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  const result = await handleEmailForm(
    context,
    args.request,
    (input, idempotencyKey) => requestMailWithinLimits(context, input, idempotencyKey),
    {
      isRepeatable: true,
    },
  );
  return result.ok ? redirectToPage(context, "/registration/resend?done=sent") : result.reply;
}

export default function RegistrationResend() {
  const { t, href } = useSite();
  const loaderData = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (loaderData.view === "sent")
    return (
      <Notice
        heading={t("progress:resend.sentHeading")}
        links={[
          { href: href("/registration/resend"), text: t("progress:resend.heading") },
          { href: href("/"), text: t("common:backToStart") },
        ]}
      >
        <p role="status">{t("progress:resend.answer")}</p>
        <p className="quiet">{t("progress:mail.spam")}</p>
        <p className="quiet">{t("progress:resend.otherAddress")}</p>
        {/* The page's handle names "main-form" for the language buttons, so the form exists without fields. */}
        <form id="main-form" method="post" action={href("/language")}>
          <FormLanguages />
        </form>
      </Notice>
    );
  return (
    <EmailPage
      heading={t("progress:resend.heading")}
      introduction={t("progress:resend.lead")}
      label={t("registration:email.label")}
      button={t("progress:resend.button")}
      path="/registration/resend"
      formToken={loaderData.formToken}
      typed={loaderData.typed}
      actionData={actionData}
    />
  );
}
