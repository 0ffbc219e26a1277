import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getRequestContext } from "~/request/context.server";
import { readFieldText } from "~/request/form-token.server";
import { redirectToFullPath } from "~/request/replies.server";
import { createPopupUrl, validatePopupLandingPath } from "~/routes/registration/finished-popup.server";
import { MailSent, mailSentHandle } from "~/routes/registration/mail-sent";
import { respondToMailSentForm } from "~/routes/registration/mail-sent-form.server";
import { loadMailSentPage } from "~/routes/registration/mail-sent.server";
import { createPageMeta } from "~/ui/components/page-meta";
import type { PageHandle } from "~/ui/layouts/page-handle";

export const handle: PageHandle<typeof loader> = mailSentHandle;

export const meta = createPageMeta;

export function loader(args: LoaderFunctionArgs) {
  return loadMailSentPage(getRequestContext(args), "finished");
}

export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  const form = await args.request.formData();
  const popupPath = validatePopupLandingPath(context, readFieldText(form, "popup"));
  return respondToMailSentForm(
    context,
    form,
    "finished",
    popupPath ? () => redirectToFullPath(context, createPopupUrl(popupPath)) : undefined,
  );
}

export default function RegistrationFormFinished() {
  const { sent } = useLoaderData<typeof loader>();
  return <MailSent group="finished" viewProps={sent} />;
}
