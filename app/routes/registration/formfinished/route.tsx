import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getRequestContext } from "~/request/context.server";
import { readFieldText } from "~/request/form-token.server";
import { createPopupUrl, validatePopupLandingPath } from "~/routes/registration/finished-popup.server";
import { respondToMailSentForm, readMailSentData } from "~/routes/registration/mail-sent.server";
import { createPageData } from "~/request/page-data.server";
import { redirectToPage, redirectToFullPath } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { MailSent, mailSentHandle } from "~/routes/registration/mail-sent";
import { createPageMeta } from "~/ui/components/page-meta";

const path = "/registration/formfinished";

export const handle: PageHandle<typeof loader> = mailSentHandle;

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const mailSentData = await readMailSentData(context);
  if (!mailSentData) return redirectToPage(context, "/");
  const messageGroup = mailSentData.view === "active" ? "news" : "finished";
  const page = createPageData(
    context,
    `progress:${messageGroup}.title`,
    `progress:${messageGroup}.description`,
  );
  return { page, sent: mailSentData };
}

export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  const form = await args.request.formData();
  const popupPath = validatePopupLandingPath(context, readFieldText(form, "popup"));
  return respondToMailSentForm(
    context,
    form,
    path,
    popupPath ? () => redirectToFullPath(context, createPopupUrl(popupPath)) : undefined,
  );
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
