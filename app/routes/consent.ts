import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/context.server";
import { chosenConsent, consentText } from "~/http/cookies/chosen-consent";
import { fieldText } from "~/http/forms/field-text";
import { putFlash } from "~/pages/flash.server";
import { notFound, seeOtherAt } from "~/pages/replies.server";
import { pageSentFrom } from "~/pages/page-sent-from.server";

export function loader({ context, request }: LoaderFunctionArgs) {
  throw notFound(requestContext(context, request));
}

/** Keeps a visitor's choice (contract.md, section 12); with script app/consent does the same within the page. */
export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const form = await request.formData();
  const choice = chosenConsent(form);
  app.outgoing.set("consent", app.cookies.consent.set(consentText(choice)));
  // Who is no longer to be known is forgotten at once, and not with the next page.
  if (!choice.analytics && app.sent[app.cookies.visitor.name] !== undefined)
    app.outgoing.set("visitor", app.cookies.visitor.clear());
  await putFlash(app, "consent-saved");
  return seeOtherAt(app, pageSentFrom(app, request, fieldText(form, "returnTo")));
}

/** Never shown: Remix draws an error page only for a module that has a component. */
export default function Consent() {
  return null;
}
