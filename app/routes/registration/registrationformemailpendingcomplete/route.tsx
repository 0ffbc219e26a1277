import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getRequestContext } from "~/request/context.server";
import { trackPageEvent } from "~/request/page-events.server";
import { MailSent, mailSentHandle } from "~/routes/registration/mail-sent";
import { respondToMailSentForm } from "~/routes/registration/mail-sent-form.server";
import { loadMailSentPage, type MailSentData } from "~/routes/registration/mail-sent.server";
import { createPageMeta } from "~/ui/components/page-meta";
import type { PageHandle } from "~/ui/layouts/page-handle";

export const handle: PageHandle<typeof loader> = mailSentHandle;

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const response = await loadMailSentPage(context, "pending");
  if ("sent" in response && isNewVisit(response.sent))
    trackPageEvent(context, { event: "registration_account_pending" });
  return response;
}

/** Returns false for an active account, and for the response to a click on one of the page's buttons. */
function isNewVisit(mailSentData: MailSentData): boolean {
  if (mailSentData.view === "active") return false;
  const { notice } = mailSentData;
  return !notice || notice.kind === "sent-again" || notice.kind === "just-sent";
}

export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  return respondToMailSentForm(context, await args.request.formData(), "pending");
}

export default function RegistrationPending() {
  const { sent } = useLoaderData<typeof loader>();
  return <MailSent group="pending" viewProps={sent} />;
}
