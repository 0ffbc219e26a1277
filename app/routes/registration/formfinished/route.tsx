import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requestContext } from "~/request/context.server";
import { fieldText } from "~/request/form-token.server";
import { popupAt, popupPage } from "~/routes/registration/finished-popup.server";
import { answerMailSent, mailSentData } from "~/routes/registration/mail-sent.server";
import { pageData } from "~/request/page-data.server";
import { seeOther, seeOtherAt } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { MailSent, mailSentHandle } from "~/routes/registration/mail-sent";
import { pageMeta } from "~/ui/components/page-meta";

const path = "/registration/formfinished";

export const handle: PageHandle<typeof loader> = mailSentHandle;

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const sent = await mailSentData(app);
  if (!sent) return seeOther(app, "/");
  if (sent.view === "active")
    return { page: pageData(app, "progress:news.title", "progress:news.description"), sent };
  const page = pageData(app, "progress:finished.title", "progress:finished.description");
  return { page, sent };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const form = await request.formData();
  const popup = popupPage(app, fieldText(form, "popup"));
  return answerMailSent(app, form, path, popup ? () => seeOtherAt(app, popupAt(popup)) : undefined);
}

export default function RegistrationFormFinished() {
  const { sent } = useLoaderData<typeof loader>();
  return (
    <MailSent
      path={path}
      heading="progress:finished.heading"
      body="progress:finished.body"
      plainBody="progress:finished.plainBody"
      viewProps={sent}
    />
  );
}
