import { consentPurposes } from "~/domain/consent-purposes";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestContext } from "~/request/context.server";
import { chosenConsent, consentText } from "~/request/cookies/consent-choice";
import { hasOwnCookies } from "~/request/cookies/own-cookies.server";
import { fieldText, issueFormToken } from "~/request/form-token.server";
import { putFlash } from "~/request/flash.server";
import { pageData } from "~/request/page-data.server";
import { notFound, seeOtherAt } from "~/request/replies.server";
import { pageSentFrom } from "~/request/page-sent-from.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { pageMeta } from "~/ui/components/page-meta";
import { Notice } from "~/ui/components/notice";
import { useSite } from "~/ui/components/site";

export const handle: PageHandle = {
  layout: "centered",
  i18n: ["pages", "frame"],
  consent: false,
};

export const meta = pageMeta;

/** There is a page only for a choice that has to be confirmed. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  if (!app.requestInfo.isUnproven) throw notFound(app);
  return {
    page: pageData(app, "pages:choice.title", "pages:choice.description"),
    formToken: await issueFormToken(app),
  };
}

/**
 * Keeps a visitor's choice (docs/product.md#consent-and-analytics); with script app/browser/consent does the same
 * within the page. The form stands on pages that are everybody's and hold no token: where the browser does not say who
 * sends it, its visitor is asked to confirm it (docs/decisions/request-guard.md).
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const form = await request.formData();
  const choice = chosenConsent(form);
  const returnTo = pageSentFrom(app, fieldText(form, "returnTo"));
  // The question before this form has set a cookie, which did not come back: no choice can be kept.
  if (
    app.requestInfo.isUnproven &&
    fieldText(form, "formToken") !== "" &&
    !hasOwnCookies(app.requestCookies, app.config)
  )
    return data({ choice: null, returnTo });
  if (app.requestInfo.isUnproven) return data({ choice, returnTo });
  app.responseState.outgoing.set("consent", app.cookies.consent.set(consentText(choice)));
  // A withdrawn consent is heeded at once, and not with the next page.
  if (!choice.analytics && app.requestCookies[app.cookies.visitor.name] !== undefined)
    app.responseState.outgoing.set("visitor", app.cookies.visitor.clear());
  await putFlash(app, "consent-saved");
  return seeOtherAt(app, returnTo);
}

export default function ConsentPage() {
  const { formToken } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  if (!sent) return null;
  const { choice, returnTo } = sent;
  return choice ? (
    <ConfirmedChoice formToken={formToken} choice={choice} returnTo={returnTo} />
  ) : (
    <LostChoice />
  );
}

/** Says that a browser without cookies cannot keep a choice, and what that means. */
function LostChoice() {
  const { t, href } = useSite();
  return (
    <Notice
      heading={t("pages:choice.notKept.heading")}
      links={[{ href: href("/"), text: t("common:backToStart") }]}
    >
      <p>{t("pages:choice.notKept.body")}</p>
    </Notice>
  );
}

interface ConfirmedChoiceProps {
  formToken: string;
  choice: { analytics: boolean; marketing: boolean };
  /** The page that the choice was made on. */
  returnTo: string;
}

/** Asks whether a choice that came without a sender is its visitor's own. */
function ConfirmedChoice({ formToken, choice, returnTo }: ConfirmedChoiceProps) {
  const { t, href } = useSite();
  const agreed = consentPurposes.filter((purpose) => choice[purpose]);
  return (
    <form className="stack" method="post" action={href("/consent")}>
      <h1>{t("pages:choice.heading")}</h1>
      <p>{t(agreed.length > 0 ? "pages:choice.agreed" : "pages:choice.rejected")}</p>
      {agreed.length > 0 && (
        <ul>
          {agreed.map((purpose) => (
            <li key={purpose}>{t(`frame:consent.${purpose}`)}</li>
          ))}
        </ul>
      )}
      {agreed.map((purpose) => (
        <input type="hidden" key={purpose} name={purpose} value="on" />
      ))}
      <input type="hidden" name="formToken" value={formToken} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <button type="submit" className="button">
        {t("pages:choice.button")}
      </button>
      <p>
        <a href={href("/")}>{t("common:backToStart")}</a>
      </p>
    </form>
  );
}
