import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requestContext } from "~/request/context.server";
import { fieldText } from "~/request/form-token.server";
import { createPopupPath, validatePopupPath } from "~/routes/registration/finished-popup.server";
import { answerMailSent, readMailSentData } from "~/routes/registration/mail-sent.server";
import { pageData } from "~/request/page-data.server";
import { seeOther, seeOtherAt } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { MailSent, mailSentHandle } from "~/routes/registration/mail-sent";
import { pageMeta } from "~/ui/components/page-meta";

const path = "/registration/formfinished";

export const handle: PageHandle<typeof loader> = mailSentHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = requestContext(args);
  const sent = await readMailSentData(context);
  if (!sent) return seeOther(context, "/");
  if (sent.view === "active")
    return { page: pageData(context, "progress:news.title", "progress:news.description"), sent };
  const page = pageData(context, "progress:finished.title", "progress:finished.description");
  return { page, sent };
}

export async function action(args: ActionFunctionArgs) {
  const context = requestContext(args);
  const form = await args.request.formData();
  const popup = validatePopupPath(context, fieldText(form, "popup"));
  return answerMailSent(
    context,
    form,
    path,
    popup ? () => seeOtherAt(context, createPopupPath(popup)) : undefined,
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
