import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { registrationAccountPending } from "~/domain/analytics-events";
import { requestContext } from "~/request/context.server";
import { answerMailSent, mailSentData } from "~/routes/registration/mail-sent.server";
import { pageData } from "~/request/page-data.server";
import { trackShown } from "~/request/page-events.server";
import { seeOther } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { MailSent, mailSentHandle } from "~/routes/registration/mail-sent";
import { pageMeta } from "~/ui/components/page-meta";

const path = "/registration/registrationformemailpendingcomplete";

export const handle: PageHandle<typeof loader> = mailSentHandle;

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const sent = await mailSentData(app);
  if (!sent) return seeOther(app, "/");
  if (sent.view === "active")
    return { page: pageData(app, "progress:news.title", "progress:news.description"), sent };
  // Every notice except "just-sent" responds to a click on one of the page's buttons. Such a response is not a new
  // visit, so it emits no event.
  if (!sent.notice || sent.notice.kind === "just-sent") trackShown(app, registrationAccountPending());
  const page = pageData(app, "progress:pending.title", "progress:pending.description");
  return { page, sent };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  return answerMailSent(app, await request.formData(), path);
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
