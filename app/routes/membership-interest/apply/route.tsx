import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submitEmail } from "~/domain/analytics-events";
import { hashedEmail, queueEventForNextPage } from "~/request/page-events.server";
import { useSite } from "~/ui/components/site";
import { requestContext } from "~/request/context.server";
import { submitMembershipInterest } from "~/acq/operations/submit-membership-interest.server";
import { sendEmailForm } from "~/request/email-form.server";
import { readDraft, saveDraft, seeOtherWithDraft } from "~/request/draft.server";
import { issueFormToken } from "~/request/form-token.server";
import { refundUnanswered } from "~/request/replies.server";
import { pageData } from "~/request/page-data.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { EmailPage } from "~/ui/components/email-page";
import { LinkedText } from "~/ui/components/linked-text";
import { pageMeta } from "~/ui/components/page-meta";

export const handle: PageHandle<typeof loader> = {
  template: { personal: ["formToken", "typed"] },
  layout: "black-inclined-lines",
  i18n: ["interest", "registration"],
  formId: "main-form",
};

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const { registrationEmail } = await readDraft(app);
  return {
    page: pageData(app, "interest:apply.title", "interest:apply.description"),
    formToken: issueFormToken(app),
    typed: registrationEmail,
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const result = await sendEmailForm(app, request, async (input, key) => {
    const networkTry = await app.limits.take("interest", app.requestInfo.clientAddress);
    if (networkTry.status === "over") return { ok: false, retryAfter: networkTry.retryAfter };
    const answer = await submitMembershipInterest(app.acq, input, key);
    if (!answer.ok) await refundUnanswered(app, networkTry);
    return answer;
  });
  if (!result.ok) return result.reply;
  saveDraft(app, { ...(await readDraft(app)), interestSent: true });
  await queueEventForNextPage(app, submitEmail(hashedEmail(result.email)));
  return seeOtherWithDraft(app, "/membership-interest/confirmation");
}

export default function MembershipInterestApply() {
  const { t, links } = useSite();
  const { formToken, typed } = useLoaderData<typeof loader>();
  return (
    <EmailPage
      heading={t("interest:apply.heading")}
      lead={t("interest:apply.lead")}
      label={t("interest:apply.emailLabel")}
      button={t("interest:apply.button")}
      note={<LinkedText text={t("interest:apply.privacy")} links={{ privacy: links.privacy }} />}
      path="/membership-interest/apply"
      formToken={formToken}
      typed={typed}
      answer={useActionData<typeof action>()}
    />
  );
}
