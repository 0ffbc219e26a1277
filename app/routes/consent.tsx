import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestContext } from "~/context.server";
import { chosenConsent, consentText } from "~/http/cookies/chosen-consent";
import { fieldText } from "~/http/forms/field-text";
import { issueFormToken } from "~/http/forms/form-token.server";
import { putFlash } from "~/pages/flash.server";
import { pageData } from "~/pages/page-data.server";
import { notFound, seeOtherAt } from "~/pages/replies.server";
import { pageSentFrom } from "~/pages/page-sent-from.server";
import type { PageHandle } from "~/layouts/page-handle";
import { ConfirmedChoice } from "~/views/confirmed-choice";
import { pageMeta } from "~/views/page-meta";

export const handle: PageHandle = {
  layout: "centered",
  i18n: ["pages", "frame"],
  consent: false,
  personal: true,
};

export const meta = pageMeta;

/** There is a page only for a choice that has to be confirmed. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  if (!app.facts.unproven) throw notFound(app);
  return {
    page: pageData(app, "pages:choice.title", "pages:choice.description"),
    formToken: await issueFormToken(app),
  };
}

/**
 * Keeps a visitor's choice (docs/product.md#consent-and-analytics); with script app/consent does the same within the page. The form
 * stands on pages that are everybody's and hold no token: where the browser does not say who sends it, its visitor is
 * asked to confirm it (docs/decisions/request-guard.md).
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const form = await request.formData();
  const choice = chosenConsent(form);
  const returnTo = pageSentFrom(app, request, fieldText(form, "returnTo"));
  if (app.facts.unproven) return data({ choice, returnTo });
  app.outgoing.set("consent", app.cookies.consent.set(consentText(choice)));
  // Who is no longer to be known is forgotten at once, and not with the next page.
  if (!choice.analytics && app.sent[app.cookies.visitor.name] !== undefined)
    app.outgoing.set("visitor", app.cookies.visitor.clear());
  await putFlash(app, "consent-saved");
  return seeOtherAt(app, returnTo);
}

export default function Consent() {
  const { formToken } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return sent && <ConfirmedChoice formToken={formToken} choice={sent.choice} returnTo={sent.returnTo} />;
}
