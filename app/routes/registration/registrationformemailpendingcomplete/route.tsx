import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getRequestContext } from "~/request/context.server";
import { respondToMailSentForm, readMailSentData } from "~/routes/registration/mail-sent.server";
import { createPageData } from "~/request/page-data.server";
import { trackPageEvent } from "~/request/page-events.server";
import { redirectToPage } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { MailSent, mailSentHandle } from "~/routes/registration/mail-sent";
import { createPageMeta } from "~/ui/components/page-meta";

const path = "/registration/registrationformemailpendingcomplete";

export const handle: PageHandle<typeof loader> = mailSentHandle;

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const mailSentData = await readMailSentData(context);
  if (!mailSentData) return redirectToPage(context, "/");
  // Every notice except "just-sent" responds to a click on one of the page's buttons. Such a response is not a new
  // visit, so it emits no event.
  if (mailSentData.view === "waiting" && (!mailSentData.notice || mailSentData.notice.kind === "just-sent"))
    trackPageEvent(context, { event: "registration_account_pending" });
  const messageGroup = mailSentData.view === "active" ? "news" : "pending";
  const page = createPageData(
    context,
    `progress:${messageGroup}.title`,
    `progress:${messageGroup}.description`,
  );
  return { page, sent: mailSentData };
}

export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  return respondToMailSentForm(context, await args.request.formData(), path);
}

export default function RegistrationPending() {
  const { sent } = useLoaderData<typeof loader>();
  return (
    <MailSent
      path={path}
      heading="progress:pending.heading"
      body="progress:pending.body"
      plainBody="progress:pending.plainBody"
      viewProps={sent}
    />
  );
}
