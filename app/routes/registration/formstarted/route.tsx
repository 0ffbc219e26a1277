import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useStoredVisit } from "~/ui/components/stored-code";
import { landingFormRegistration, landingRegistrationStep2, submitEmail } from "~/domain/analytics-events";
import { hashedEmail, trackNext, trackShown } from "~/request/page-events.server";
import { requestContext, type RequestContext } from "~/request/context.server";
import { registrationFormPath, isSecondPageAt, isFirstStep } from "~/domain/registration/form-pages";
import {
  type FormProblem,
  isWhole,
  leanStep1Schema,
  registrationSchema,
} from "~/domain/registration/registration.schema";
import { fieldText } from "~/request/form-token.server";
import { isLocale } from "~/i18n/locales";
import { emailSuggestion, questionedEmail } from "~/request/suggested-email.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import { carriesDraft } from "~/request/carried-draft.server";
import { hasOwnCookies } from "~/request/cookies/own-cookies.server";
import { readDraft, saveDraft } from "~/request/draft.server";
import type { LimitedCheck } from "~/request/response-state.server";
import { withSlots } from "~/request/slots.server";
import { checkInvitationOf } from "~/request/code-check.server";
import { currentInvitation, denyInvitation, draftOf, saveInvitation } from "~/request/invitation.server";
import { registerWithinLimits } from "~/routes/registration/limited-mails.server";
import { invitedPage, pageData } from "~/request/page-data.server";
import { refuseReferrer } from "~/request/referrer-guard.server";
import {
  agreedTexts,
  checkWithCountry,
  countryAtFirst,
  formSlots,
  registrationFormData,
  shownCountries,
} from "~/routes/registration/registration-form.server";
import { afterRegistration, readSubmission, registrationOf } from "./registration-outcome.server";
import {
  expiredForm,
  expiredMessage,
  failureMessage,
  seeOther,
  tooManyMessage,
  unavailable,
} from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { pageMeta } from "~/ui/components/page-meta";
import type { ComponentProps } from "react";
import { MemberNote } from "~/ui/components/member-note";
import { useSite } from "~/ui/components/site";
import { RegistrationForm } from "~/routes/registration/registration-form";

export const handle: PageHandle = {
  layout: "centered",
  i18n: ["registration"],
  formId: "main-form",
};

/** The gate opens on the form (layouts.css): the page is shown when that has come. */
export const meta: MetaFunction<typeof loader> = (page) =>
  page.data
    ? [...pageMeta(page), { tagName: "link", rel: "expect", href: "#main-form", blocking: "render" }]
    : [];

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const refusal = await refuseReferrer(app, request);
  if (refusal) return refusal;

  const current = await currentInvitation(app, request);
  if (current.status === "none") return withoutInvitation(app);
  if (current.status === "damaged") return denyInvitation(app, "link", { code: current.code, request });
  const { invitation } = current;

  const { check, whereabouts } = app.responseState.returned
    ? {
        check: { status: "usable" as const, ...app.responseState.returned },
        whereabouts: countryAtFirst(app),
      }
    : await checkWithCountry(app, invitation);
  if (check.status === "failed") throw unavailable(app, check.failure);
  const { code } = invitation;
  if (check.status === "refused")
    return denyInvitation(app, check.reason, { code, inviter: check.inviter, request });

  await saveInvitation(app, request, invitation, { inviter: check.inviter });
  const { returned, shownStep } = app.responseState;
  const isSecondPage = shownStep ? shownStep === 2 : isSecondPageAt(request.url);
  const form = await registrationFormData(app, invitation, { ...check, whereabouts, isSecondPage });
  if (!returned || shownStep)
    trackShown(app, form.flow === "leanStep2" ? landingRegistrationStep2() : landingFormRegistration());
  const page = pageData(app, "registration:form.title", "registration:form.description");
  return withSlots(
    app,
    { page: invitedPage(app, page, check.inviter), code, inviter: check.inviter, form },
    { page: { share: { title: "slot" } }, code: "slot", inviter: "slot", form: formSlots },
  );
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const sent = await readSubmission(app, request);
  const { form, intent, invitation, legalTexts } = sent;
  if (!invitation) {
    if (fieldText(form, "formToken") !== "") throw expiredForm();
    return withoutInvitation(app);
  }
  if (intent === "back" && !sent.isExpired) return toStep(1);
  // Sent by a change of language (307): shows the page with the typed fields.
  if (isLocale(fieldText(form, "locale"))) return showStep(intent === "leanStep2" ? 2 : 1);

  const check = await checkSubmission(app, sent, invitation);
  if (check?.status === "refused")
    return denyInvitation(app, check.reason, { code: invitation.code, inviter: check.inviter });
  const { inviter, countryOptions } =
    check?.status === "usable"
      ? check
      : { inviter: sent.inviter, countryOptions: shownCountries(legalTexts) };

  const countries = countryOptions.map(({ isoCode }) => isoCode);
  const rules = { countries, salutationOptional: app.config.salutationOptional };
  const step = parseWithZod(form, {
    schema: isFirstStep(intent) ? leanStep1Schema(rules) : registrationSchema(rules),
  });
  if (sent.isExpired) await saveDraft(app, { ...(await readDraft(app)), ...draftOf(invitation) });
  // The lean flow's first step has asked.
  const suggestion = intent === "leanStep2" ? undefined : emailSuggestion(form);
  // Whatever else is wrong, the question is at the address and in the summary: only one that was shown is answered.
  const reply = step.reply(suggestion && { fieldErrors: { email: ["email.suggestion"] } });
  if (check?.status === "over") return showAgain(reply, 429, tooManyMessage(app, check.retryAfter));
  if (check?.status === "failed") return showAgain(reply, 503, failureMessage(app, check.failure));
  if (sent.isExpired) {
    // To send it once more answers the question whether it is meant, too.
    app.responseState.sentForm = { ...sent.sentForm, asked: sent.person };
    return showAgain(reply, 422, expiredMessage(app));
  }
  if (suggestion) return showAgain(reply, 422);
  if (step.status !== "success") return showAgain(step.reply(), 422);
  if (!check) {
    app.responseState.sentForm = { ...sent.sentForm, asked: sent.person };
    return showAgain(step.reply(), 422, { kind: "suspicious" });
  }

  const fields = step.value;
  if (!isWhole(fields)) {
    // The one page's first field is no step of its own: its event comes with the whole form.
    if (intent === "contact") return toStep(1);
    await trackNext(app, submitEmail(hashedEmail(fields.email)));
    return toStep(2);
  }
  const agreed = agreedTexts(countryOptions, fields.country, legalTexts);
  if (!agreed) return showAgain(step.reply({ fieldErrors: { terms: ["terms.changed"] } }), 422);

  const registration = await registrationOf(app, sent, invitation, { fields, legalTexts: agreed });
  const outcome = await registerWithinLimits(app, registration);
  if (outcome.status === "failed") return showAgain(step.reply(), 503, failureMessage(app, outcome.failure));
  if (outcome.status === "over") return showAgain(step.reply(), 429, tooManyMessage(app, outcome.retryAfter));
  if (outcome.status === "waiting") return showAgain(step.reply(), 429, justAsked(app, outcome.retryAfter));
  return afterRegistration(app, intent, registration, outcome);

  /** Shows the page at once to a browser without cookies: a redirect would lose the typed fields. */
  function toStep(step: 1 | 2) {
    return carriesDraft(app)
      ? showStep(step)
      : seeOther(app, registrationFormPath(step === 2 ? "leanStep2" : "leanStep1"));
  }

  function showStep(step: 1 | 2) {
    app.responseState.shownStep = step;
    return null;
  }

  function showAgain(reply: SubmissionResult, status: 422 | 429 | 503, problem?: FormProblem) {
    // To be asked whether a form is meant is no error.
    app.responseState.invalid = problem?.kind !== "suspicious";
    app.responseState.returned = { inviter, countryOptions };
    return data({ reply, problem, suggestion, questionedEmail: questionedEmail(form) }, { status });
  }
}

/**
 * The check of a sent form's invitation; undefined for a suspicious form: its sender is asked first. The code of a
 * form that was not accepted counts as a link's.
 */
function checkSubmission(
  app: RequestContext,
  { isExpired, suspicious }: { isExpired: boolean; suspicious: boolean },
  invitation: Invitation,
): Promise<LimitedCheck | undefined> {
  if (isExpired) return checkInvitationOf(app, invitation, "linked");
  return suspicious ? Promise.resolve(undefined) : checkInvitationOf(app, invitation, "submitted");
}

/**
 * Answers a request that has no invitation in its address, form or draft. A browser that keeps no cookies may have had
 * a good one: it gets the landing page, where the code can be typed, and not a refusal.
 */
function withoutInvitation(app: RequestContext) {
  return hasOwnCookies(app.requestCookies, app.config) ? denyInvitation(app, "invalid") : seeOther(app, "/");
}

/** An e-mail to the address was asked for a moment ago: it says when the form can be sent again. */
function justAsked(app: RequestContext, retryAfter: number): FormProblem {
  app.responseState.retryAfter = retryAfter;
  return { kind: "just-asked", minutes: Math.ceil(retryAfter / 60) };
}

export default function RegistrationFormStarted() {
  const { inviter, form, code } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useStoredVisit({ registrationCode: code });
  return <RegistrationPage inviter={inviter} form={form} answer={answer ?? undefined} />;
}

type RegistrationPageProps = { inviter: string | null } & ComponentProps<typeof RegistrationForm>;

function RegistrationPage({ inviter, form, answer }: RegistrationPageProps) {
  const { t } = useSite();
  const opening = inviter
    ? t("registration:form.headingInvited", { inviter })
    : t("registration:form.heading");
  const heading = form.flow === "leanStep2" ? t("registration:lean.heading2") : opening;
  return (
    <div className="stack">
      {form.flow !== "default" && (
        <p className="eyebrow">{t("registration:lean.step", { step: form.flow === "leanStep1" ? 1 : 2 })}</p>
      )}
      <h1>{heading}</h1>
      <MemberNote isInvited />
      {form.isWithoutCookies && <p className="notice">{t("registration:cookies.notice")}</p>}
      {form.flow !== "leanStep2" && <p className="lead">{t("registration:form.lead")}</p>}
      <RegistrationForm form={form} answer={answer} />
    </div>
  );
}
