import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useStoreVisit } from "~/ui/components/stored-code";
import { trackPageEvent } from "~/request/page-events.server";
import { getRequestContext, type RequestContext } from "~/request/context.server";
import {
  getFormPath,
  isFirstStepIntent,
  isLean,
  isSecondFormPageUrl,
  isSecondStep,
} from "~/domain/registration/form-pages";
import { readFieldText } from "~/request/form-token.server";
import { readConfirmedEmail } from "~/request/suggested-email.server";
import { mustCarryDraft } from "~/request/carried-draft.server";
import { hasSiteCookies } from "~/cookies/cookies.server";
import {
  findCurrentInvitation,
  countLinkWithoutCode,
  denyDamagedLink,
  denyInvitation,
  saveInvitation,
} from "~/request/invitation.server";
import { createInvitedPageMetaData, createPageMetaData } from "~/request/page-data.server";
import { refuseForbiddenReferrer } from "~/request/referrer-guard.server";
import {
  checkInvitationAndDetectCountry,
  findInitialCountry,
  createRegistrationFormData,
} from "~/routes/registration/registration-form.server";
import { respondToOutcome } from "./respond-to-outcome.server";
import { describeRejection } from "./describe-rejection.server";
import { type RejectedForm, processSubmission } from "./process-submission.server";
import { readSubmission, type RegistrationSubmission } from "./submission.server";
import { createExpiredFormPage, redirectToPage, createUnavailablePage } from "~/request/replies.server";
import { hasUnreadableDraft } from "~/request/draft.server";
import { textFieldNames } from "~/domain/registration/registration-fields";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { createPageMeta } from "~/ui/components/page-meta";
import { MemberNote } from "~/ui/components/member-note";
import { useSite } from "~/ui/components/site";
import { RegistrationForm } from "~/routes/registration/registration-form";

export const handle: PageHandle<typeof loader> = {
  template: {
    personal: [
      "page.share.title",
      "code",
      "inviter",
      "form.action",
      "form.formToken",
      "form.invitation.code",
      "form.invitation.validityTimestamp",
      ...textFieldNames.map((name) => `form.typed.${name}` as const),
    ],
  },
  layout: "centered",
  i18n: ["registration"],
  formId: "main-form",
};

/**
 * Adds a `<link rel="expect">`, which delays the first rendering until the form is parsed. The view transition of the
 * opening gate then ends with the form (layouts.css).
 */
export const meta: MetaFunction<typeof loader> = (page) =>
  page.data
    ? [...createPageMeta(page), { tagName: "link", rel: "expect", href: "#main-form", blocking: "render" }]
    : [];

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const refusal = await refuseForbiddenReferrer(context);
  if (refusal) return refusal;

  const linkedInvitation = await findCurrentInvitation(context);
  if (linkedInvitation.status === "none") {
    countLinkWithoutCode(context);
    return denyOrRedirect(context);
  }
  if (linkedInvitation.status === "damaged") return denyDamagedLink(context, linkedInvitation);
  const { invitation } = linkedInvitation;

  const { codeCheck, detectedCountry } = context.responseState.checkedInvitation
    ? {
        codeCheck: { status: "usable" as const, ...context.responseState.checkedInvitation },
        detectedCountry: findInitialCountry(context),
      }
    : await checkInvitationAndDetectCountry(context, invitation);
  if (codeCheck.status === "failed") throw createUnavailablePage(context, codeCheck.failure);
  const { code } = invitation;
  if (codeCheck.status === "refused")
    return denyInvitation(context, codeCheck.reason, { code, inviter: codeCheck.inviter, isPageView: true });

  await saveInvitation(context, invitation, { inviter: codeCheck.inviter });
  const { checkedInvitation, shownStep } = context.responseState;
  const isSecondPage = shownStep ? shownStep === 2 : isSecondFormPageUrl(context.currentUrl);
  const form = await createRegistrationFormData(context, invitation, {
    ...codeCheck,
    detectedCountry,
    isSecondPage,
  });
  if (!checkedInvitation || shownStep)
    trackPageEvent(context, {
      event: form.flow === "leanStep2" ? "landing_registration_step2" : "landing_form_registration",
    });
  const page = createPageMetaData(context, "registration:form.title", "registration:form.description");
  return {
    page: createInvitedPageMetaData(context, page, codeCheck.inviter),
    code,
    inviter: codeCheck.inviter,
    form,
  };
}

export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  const input = await readSubmission(context, args.request);
  const processedSubmission = await processSubmission(context, input);
  switch (processedSubmission.kind) {
    case "no-invitation":
      return denyOrRedirect(context, input.form);
    case "refused":
      return denyInvitation(context, processedSubmission.reason, {
        code: processedSubmission.code,
        inviter: processedSubmission.inviter,
      });
    case "step":
      return goToStep(context, processedSubmission.step);
    case "translated":
      return setShownStep(context, processedSubmission.step);
    case "rejected":
      return showRejectedForm(context, input, processedSubmission.rejectedForm);
    case "answered":
      return respondToOutcome(
        context,
        input.intent,
        processedSubmission.registration,
        processedSubmission.outcome,
      );
  }
}

/**
 * Shows the next step of the form by a redirect. Without cookies, this response itself shows the step, because a
 * redirect would lose the typed values.
 */
function goToStep(context: RequestContext, step: 1 | 2) {
  if (mustCarryDraft(context)) return setShownStep(context, step);
  return redirectToPage(context, getFormPath(step));
}

function setShownStep(context: RequestContext, step: 1 | 2) {
  context.responseState.shownStep = step;
  return null;
}

function showRejectedForm(
  context: RequestContext,
  input: RegistrationSubmission,
  rejectedForm: RejectedForm,
) {
  const { fault, reply, suggestion, checkedInvitation } = rejectedForm;
  const { responseState } = context;
  // A form that only needs a confirmation has no error, so its title does not start with "Error: ".
  responseState.hasFormError = fault.kind !== "suspicious";
  responseState.checkedInvitation = checkedInvitation;
  responseState.areContactFieldsRejected = isFirstStepIntent(input.intent);
  // If the visitor sends this form again, that counts as a confirmation.
  if (fault.kind === "suspicious" || fault.kind === "expired")
    responseState.formIdentity = { ...input.formIdentity, confirmedFor: input.accountKey };
  const { status, problem } = describeRejection(context, fault);
  return data({ reply, problem, suggestion, questionedEmail: readConfirmedEmail(input.form) }, { status });
}

/**
 * Responds to a request without an invitation in URL, form and draft. Visitors with cookies get the deny page. A
 * browser without cookies, or with an unreadable draft, may have lost a valid invitation, so it gets the landing page.
 *
 * @throws the error page for an expired form, if the form contains a token: the visitor then had an invitation
 */
async function denyOrRedirect(context: RequestContext, form?: FormData) {
  if (form && readFieldText(form, "formToken") !== "") throw createExpiredFormPage();
  if (!hasSiteCookies(context.requestCookies, context.cookies) || (await hasUnreadableDraft(context)))
    return redirectToPage(context, "/");
  return denyInvitation(context, "invalid");
}

export default function RegistrationFormStarted() {
  const { inviter, form, code } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  useStoreVisit({ registrationCode: code });
  const { t } = useSite();
  const openingHeading = inviter
    ? t("registration:form.headingInvited", { inviter })
    : t("registration:form.heading");
  const heading = isSecondStep(form.flow) ? t("registration:secondStep.heading") : openingHeading;
  return (
    <div className="stack">
      {isLean(form.flow) && (
        <p className="eyebrow">{t("registration:lean.step", { step: form.flow === "leanStep1" ? 1 : 2 })}</p>
      )}
      <h1>{heading}</h1>
      <MemberNote isInvited />
      {form.isWithoutCookies && <p className="notice">{t("registration:cookies.notice")}</p>}
      {!isSecondStep(form.flow) && <p className="lead">{t("registration:form.lead")}</p>}
      <RegistrationForm form={form} actionData={actionData ?? undefined} />
    </div>
  );
}
