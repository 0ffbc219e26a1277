import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readLinkValue, repairLinkValue } from "~/domain/registration/link-values";
import { type RequestContext, getRequestContext } from "~/request/context.server";
import { activateAccount } from "~/acq/operations/activate-account.server";
import { fetchRegistrationStatus } from "~/acq/operations/registration.server";
import type { Draft } from "~/domain/registration/draft-schema.server";
import { buildClubLink } from "~/request/site.server";
import { readDraft, saveDraft, redirectWithDraft } from "~/request/draft.server";
import {
  readFieldText,
  isAcceptedForm,
  issueFormToken,
  createSubmissionKey,
} from "~/request/form-token.server";
import {
  countActionAgainstLimit,
  createExpiredFormMessage,
  refundAttemptsWithoutResponse,
  redirectToPage,
  createUnavailablePage,
} from "~/request/replies.server";
import { isLinkScanner } from "~/request/code-check.server";
import { createPageMetaData } from "~/request/page-data.server";
import { trackPageEvent } from "~/request/page-events.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { createPageMeta } from "~/ui/components/page-meta";
import { CurtainPicture } from "~/ui/components/curtain-picture.static";
import { type ExpiredForm, createFailureEntries } from "~/ui/components/failure-entries";
import { FormErrors } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { StaticHtml } from "~/ui/components/static-html";
import { useForgetVisit } from "~/ui/components/stored-code";
import { useSite } from "~/ui/components/site";

const doneValueByStatus = { ACTIVATED: "activated", ALREADY_ACTIVE: "already" } as const;

export const handle: PageHandle<typeof loader> = {
  template: { personal: ["action", "accountActivationId", "formToken"] },
  layout: "no-footer",
  i18n: ["activation", "frame"],
  changesLanguageInPlace: true,
  hasConsentScript: false,
};

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const page = createPageMetaData(context, "activation:page.title", "activation:page.description");
  const { searchParams } = context.currentUrl;
  if (searchParams.has("done")) {
    const { activated, continueUrl } = await readDraft(context);
    // The visitor's draft proves that this browser has activated the account. Without such a draft, the page must not
    // show whether an account exists.
    if (!activated) return { page, view: "neutral" as const };
    return {
      page: createPageMetaData(context, "progress:news.title", "progress:news.description"),
      view: "done" as const,
      done: activated,
      continueUrl: continueUrl ?? buildClubLink(context, "login"),
    };
  }
  const linkedActivationId = readLinkValue(searchParams, "accountActivationId");
  if (linkedActivationId.status === "damaged" && !isLinkScanner(context.requestInfo))
    countFailedActivation(context, "NOT_FOUND", undefined);
  if (linkedActivationId.status !== "ok")
    return redirectToPage(context, "/registration/activateaccountError?reason=not-found");
  const accountActivationId = linkedActivationId.value;
  trackPageEvent(context, { event: "landing_activate_account_registration" });
  // Keeps the activation id in the URL, so that the visitor can try again if acq did not answer.
  const action = `/registration/activateaccount?${new URLSearchParams({ accountActivationId }).toString()}`;
  return { page, view: "ask" as const, action, accountActivationId, formToken: issueFormToken(context) };
}

export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  const form = await args.request.formData();
  // Rejects an activation id that a mail program has damaged beyond repair, before the attempt counts against the
  // network's limit.
  const activationId = repairLinkValue("accountActivationId", readFieldText(form, "accountActivationId"));
  if (activationId === undefined)
    return redirectToPage(context, "/registration/activateaccountError?reason=not-found");

  if (!isAcceptedForm(context, form)) return data(createExpiredFormMessage(context), { status: 422 });
  const networkAttempt = await countActionAgainstLimit(context, "activation");
  const activation = await activateAccount(
    context.acq,
    activationId,
    createSubmissionKey(context, form, { id: activationId }),
  );
  if (!activation.ok) {
    await refundAttemptsWithoutResponse(context, networkAttempt);
    throw createUnavailablePage(context, activation.failure);
  }
  const { status, continueUrl } = activation.data;
  switch (status) {
    case "ACTIVATED":
    case "ALREADY_ACTIVE":
      context.visitorMetrics.countActivation(status, activationId);
      // The draft keeps only the result of the activation and the URL for the next step.
      saveDraft(context, { activated: doneValueByStatus[status], continueUrl: continueUrl ?? undefined });
      return redirectWithDraft(context, `/registration/activateaccount?done=${doneValueByStatus[status]}`);
    case "NOT_FOUND":
    case "FAILED": {
      countFailedActivation(context, status, activationId);
      const reason = status === "FAILED" ? "failed" : "not-found";
      const draft = await removeExpiredRegistration(context, await readDraft(context));
      saveDraft(context, { ...draft, accountActivationId: activationId, accountActivationError: reason });
      return redirectToPage(context, `/registration/activateaccountError?reason=${reason}`);
    }
  }
}

/** @param link - the activation id; undefined for a damaged link, which contains none */
function countFailedActivation(
  { clientNetwork, visitorMetrics }: RequestContext,
  status: "NOT_FOUND" | "FAILED",
  link: string | undefined,
): void {
  visitorMetrics.countFailedActivation(status, { link, network: clientNetwork });
}

/** Returns the draft. If acq no longer knows the draft's registration, returns the draft without the registration. */
async function removeExpiredRegistration(context: RequestContext, draft: Draft): Promise<Draft> {
  if (draft.registrationId === undefined) return draft;
  const response = await fetchRegistrationStatus(context.acq, draft.registrationId);
  if (!response.ok || response.data !== "gone") return draft;
  return { ...draft, registrationId: undefined, mailedTo: undefined, replaced: undefined };
}

export default function ActivateAccount() {
  const loaderData = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  if (loaderData.view === "done")
    return <ActivatedPage done={loaderData.done} continueUrl={loaderData.continueUrl} />;
  if (loaderData.view === "neutral") return <AccountStateUnknownPage />;
  return <ActivationPage {...loaderData} problem={problem} />;
}

interface ActivationPageProps {
  /** The path that the form is sent to, which is this page's own path. */
  action: string;
  accountActivationId: string;
  formToken: string;
  /** The reason why the visitor's last click on the form's button had no effect. */
  problem: ExpiredForm | undefined;
}

/**
 * The page that the link in an activation e-mail opens. Only a click on its button activates the account, because mail
 * scanners also open links (docs/product/pages.md#pages).
 */
function ActivationPage({ action, accountActivationId, formToken, problem }: ActivationPageProps) {
  const { t, href } = useSite();
  return (
    <div className="stack">
      <h1>{t("activation:page.heading")}</h1>
      <p className="lead">{t("activation:page.lead")}</p>
      <FormErrors messages={problem ? createFailureEntries(t, problem).map(({ message }) => message) : []} />
      <form method="post" action={href(action)}>
        <input type="hidden" name="formToken" value={formToken} />
        <input type="hidden" name="accountActivationId" value={accountActivationId} />
        <button type="submit" className="button">
          {t("activation:page.button")}
        </button>
      </form>
    </div>
  );
}

function AccountStateUnknownPage() {
  const { t, href, links } = useSite();
  return (
    <Notice
      heading={t("activation:page.heading")}
      button={{ href: links.login, text: t("activation:neutral.login") }}
      links={[{ href: href("/registration/resend"), text: t("activation:error.newMail") }]}
    >
      <p className="lead">{t("activation:neutral.body")}</p>
    </Notice>
  );
}

/** The page for a new member. Its curtain opens over the closed one of the page before. */
function ActivatedPage({ done, continueUrl }: { done: "activated" | "already"; continueUrl: string }) {
  const { t } = useSite();
  useForgetVisit();
  return (
    <>
      <StaticHtml>
        <CurtainPicture curtain="open" className="page-art open-gate" />
      </StaticHtml>
      <div className="stack">
        <h1>{t(`activation:${done}.heading`)}</h1>
        <p className="lead">{t(`activation:${done}.body`)}</p>
        <p>
          <a className="button" href={continueUrl}>
            {t(`activation:${done}.button`)}
          </a>
        </p>
      </div>
    </>
  );
}
