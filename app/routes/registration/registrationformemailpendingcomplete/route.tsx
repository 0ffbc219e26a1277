import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { registrationAccountPending } from "~/domain/analytics-events";
import { requestContext } from "~/request/context.server";
import { answerMailSent, readMailSentData } from "~/routes/registration/mail-sent.server";
import { pageData } from "~/request/page-data.server";
import { trackShown } from "~/request/page-events.server";
import { seeOther } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { MailSent, mailSentHandle } from "~/routes/registration/mail-sent";
import { pageMeta } from "~/ui/components/page-meta";

const path = "/registration/registrationformemailpendingcomplete";

export const handle: PageHandle<typeof loader> = mailSentHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = requestContext(args);
  const sent = await readMailSentData(context);
  if (!sent) return seeOther(context, "/");
  if (sent.view === "active")
    return { page: pageData(context, "progress:news.title", "progress:news.description"), sent };
  // Every notice except "just-sent" responds to a click on one of the page's buttons. Such a response is not a new
  // visit, so it emits no event.
  if (!sent.notice || sent.notice.kind === "just-sent") trackShown(context, registrationAccountPending());
  const page = pageData(context, "progress:pending.title", "progress:pending.description");
  return { page, sent };
}

export async function action(args: ActionFunctionArgs) {
  const context = requestContext(args);
  return answerMailSent(context, await args.request.formData(), path);
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
