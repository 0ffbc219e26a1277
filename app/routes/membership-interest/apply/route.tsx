import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hashEmail, queueEventForNextPage } from "~/request/page-events.server";
import { useSite } from "~/ui/components/site";
import { getRequestContext } from "~/request/context.server";
import { submitMembershipInterest } from "~/acq/operations/submit-membership-interest.server";
import { handleEmailForm } from "~/request/email-form.server";
import { readDraft, saveDraft, redirectWithDraft } from "~/request/draft.server";
import { issueFormToken } from "~/request/form-token.server";
import { refundAttemptsWithoutResponse } from "~/request/replies.server";
import { createPageMetaData } from "~/request/page-data.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { EmailPage } from "~/ui/components/email-page";
import { LinkedText } from "~/ui/components/linked-text";
import { createPageMeta } from "~/ui/components/page-meta";

export const handle: PageHandle<typeof loader> = {
  template: { personal: ["formToken", "typed"] },
  layout: "black-inclined-lines",
  i18n: ["interest", "registration"],
  formId: "main-form",
};

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const { registrationEmail } = await readDraft(context);
  return {
    page: createPageMetaData(context, "interest:apply.title", "interest:apply.description"),
    formToken: issueFormToken(context),
    typed: registrationEmail,
  };
}

export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  const result = await handleEmailForm(context, args.request, async (input, key) => {
    const networkAttempt = await context.limits.countAction("interest", context.requestInfo.clientAddress);
    if (networkAttempt.status === "limited") return { ok: false, retryAfter: networkAttempt.retryAfter };
    const response = await submitMembershipInterest(context.acq, input, key);
    if (!response.ok) await refundAttemptsWithoutResponse(context, networkAttempt);
    return response;
  });
  if (!result.ok) return result.reply;
  saveDraft(context, { ...(await readDraft(context)), interestSent: true });
  await queueEventForNextPage(context, { event: "submit_email", email: hashEmail(result.email) });
  return redirectWithDraft(context, "/membership-interest/confirmation");
}

export default function MembershipInterestApply() {
  const { t, links } = useSite();
  const { formToken, typed } = useLoaderData<typeof loader>();
  return (
    <EmailPage
      heading={t("interest:apply.heading")}
      introduction={t("interest:apply.lead")}
      label={t("interest:apply.emailLabel")}
      button={t("interest:apply.button")}
      note={<LinkedText text={t("interest:apply.privacy")} links={{ privacy: links.privacy }} />}
      path="/membership-interest/apply"
      formToken={formToken}
      typed={typed}
      actionData={useActionData<typeof action>()}
    />
  );
}
