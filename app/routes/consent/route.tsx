import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getRequestContext } from "~/request/context.server";
import { consentPurposes, readConsentForm, serializeConsent } from "~/domain/consent";
import { hasSiteCookies } from "~/cookies/cookies.server";
import { readFieldText, issueFormToken } from "~/request/form-token.server";
import { saveFlash } from "~/request/flash.server";
import { createPageMetaData } from "~/request/page-data.server";
import { respondNotFound, redirectToFullPath } from "~/request/replies.server";
import { findReturnPath } from "~/request/return-path.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { createPageMeta } from "~/ui/components/page-meta";
import { Notice } from "~/ui/components/notice";
import { useSite } from "~/ui/components/site";

export const handle: PageHandle = {
  layout: "centered",
  i18n: ["pages", "frame"],
  hasConsentScript: false,
};

export const meta = createPageMeta;

/** Loads the page that asks for a confirmation. Any other request gets 404, because this path has no other page. */
export function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  if (!context.requestInfo.isUnverified) throw respondNotFound(context);
  return {
    page: createPageMetaData(context, "pages:choice.title", "pages:choice.description"),
    formToken: issueFormToken(context),
  };
}

/**
 * Saves a visitor's privacy choice (docs/product/cookies-and-events.md#consent-and-analytics). With script,
 * app/browser/consent-service.ts does this in the browser. The form is on shared pages and has no token: if the
 * browser's headers do not prove its origin, the visitor must confirm the choice (docs/decisions/request-guard.md).
 */
export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  const form = await args.request.formData();
  const consentChoice = readConsentForm(form);
  const returnTo = findReturnPath(context, readFieldText(form, "returnTo"));
  // The visitor has confirmed the privacy choice, but the browser sent no cookies, although the previous page has set
  // some. The browser therefore stores no cookies, and the choice cannot be saved.
  if (
    context.requestInfo.isUnverified &&
    readFieldText(form, "formToken") !== "" &&
    !hasSiteCookies(context.requestCookies, context.cookies)
  )
    return data({ choice: null, returnTo });
  if (context.requestInfo.isUnverified) return data({ choice: consentChoice, returnTo });
  context.responseState.setCookies.set(
    "consent",
    context.cookies.consent.serialize(serializeConsent(consentChoice)),
  );
  // Without consent to analytics, this response already deletes the visitor's experiment cookie.
  if (!consentChoice.analytics && context.requestCookies[context.cookies.visitor.name] !== undefined)
    context.responseState.setCookies.set("visitor", context.cookies.visitor.serializeDeletion());
  // A script that withdraws consent shows the message itself.
  if (context.requestInfo.headers.fetchDest !== "empty") await saveFlash(context, "consent-saved");
  return redirectToFullPath(context, returnTo);
}

export default function ConsentPage() {
  const { formToken } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (!actionData) return null;
  const { choice, returnTo } = actionData;
  return choice ? (
    <ConfirmedChoice formToken={formToken} choice={choice} returnTo={returnTo} />
  ) : (
    <UnsavedChoice />
  );
}

/** Explains that the privacy choice is lost, because the browser stores no cookies. */
function UnsavedChoice() {
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
  /** The page from which the visitor submitted the privacy choice. */
  returnTo: string;
}

/** Asks the visitor to confirm a privacy choice that another site may have sent. */
function ConfirmedChoice({ formToken, choice, returnTo }: ConfirmedChoiceProps) {
  const { t, href } = useSite();
  const acceptedPurposes = consentPurposes.filter((purpose) => choice[purpose]);
  return (
    <form className="stack" method="post" action={href("/consent")}>
      <h1>{t("pages:choice.heading")}</h1>
      <p>{t(acceptedPurposes.length > 0 ? "pages:choice.agreed" : "pages:choice.rejected")}</p>
      {acceptedPurposes.length > 0 && (
        <ul>
          {acceptedPurposes.map((purpose) => (
            <li key={purpose}>{t(`frame:consent.${purpose}`)}</li>
          ))}
        </ul>
      )}
      {acceptedPurposes.map((purpose) => (
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
