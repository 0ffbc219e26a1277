import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  landingRegistration,
  landingWelcomeRegistration,
  submitCodeRegistration,
} from "~/domain/analytics-events";
import { useStoredVisit } from "~/ui/components/stored-code";
import { requestContext, type RequestContext } from "~/request/context.server";
import { readTypedCode } from "~/domain/registration/registration-code";
import { checkInvitationOf } from "~/request/code-check.server";
import { carriesDraft, withCookieCheck } from "~/request/carried-draft.server";
import { readDraft } from "~/request/draft.server";
import { fieldText, shownText } from "~/request/form-token.server";
import { waitingRegistration } from "~/routes/registration/mail-sent.server";
import { finishedPopup } from "~/routes/registration/finished-popup.server";
import { denyInvitation, linkedInvitation, saveInvitation } from "~/request/invitation.server";
import { isLandingSlug } from "~/request/paths";
import { invitedPage, pageData } from "~/request/page-data.server";
import { queueEventForNextPage, trackRefused, trackShown } from "~/request/page-events.server";
import { refuseReferrer } from "~/request/referrer-guard.server";
import { checkWithCountry, registrationFormData } from "~/routes/registration/registration-form.server";
import { seasonBanner } from "~/request/season.server";
import { invitationPath } from "~/request/urls.server";
import { failureMessage, notFound, seeOther, tooManyMessage, unavailable } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { headlineFor } from "~/domain/headline";
import { findProduct, type ProductSlug } from "~/domain/products";
import { LandingPage } from "./landing-page";
import { pageMeta } from "~/ui/components/page-meta";
import { useSite } from "~/ui/components/site";

export const handle: PageHandle<typeof loader> = {
  template: {
    personal: [
      "page.share.title",
      "code",
      "typedCode",
      "invited.inviter",
      "invited.form.action",
      "invited.form.formToken",
      "invited.form.invitation.code",
      "invited.form.invitation.validityTimestamp",
      "invited.form.typed.email",
      "waiting.email",
      "waiting.formToken",
    ],
  },
  layout: "default",
  i18n: ["products"],
  formTexts: false,
  formId: "main-form",
};

export const meta = pageMeta;

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const slug = params["slug"];
  if (!isLandingSlug(slug)) throw notFound(app);
  const refusal = await refuseReferrer(app);
  if (refusal) return refusal;

  const page = pageData(app, "landing:title", "landing:description");
  const headline = headlineFor(slug, app.features.headline);
  const pickedSlug = headline === "viralProductShare" ? pickedProduct(app) : undefined;
  const presentation = {
    variant: app.features["landing-layout"],
    steps: app.features["signup-steps"],
    headline,
    ...(pickedSlug && { pickedSlug }),
    season: seasonBanner(app),
  };
  // The countdown changes in the browser, so the browser needs its texts. All other banners are static.
  if (presentation.season?.kind === "countdown") app.responseState.namespaces.push("countdown");
  const invitationInLink = linkedInvitation(app);
  if (invitationInLink.status === "damaged")
    return denyInvitation(app, "link", { code: invitationInLink.code, campaign: slug, isPageView: true });
  if (invitationInLink.status === "none") {
    const visit = await closedGateVisit(app);
    return { page, look: presentation, code: undefined, invited: undefined, ...visit };
  }

  const { check, detectedCountry } = await checkWithCountry(app, invitationInLink.invitation);
  if (check.status === "failed") throw unavailable(app, check.failure);
  const { code } = invitationInLink.invitation;
  const invitationSource = { inviter: check.inviter, campaign: slug };
  if (check.status === "refused")
    return denyInvitation(app, check.reason, { code, ...invitationSource, isPageView: true });
  await saveInvitation(app, invitationInLink.invitation, invitationSource);
  const form = await registrationFormData(app, invitationInLink.invitation, {
    ...check,
    detectedCountry,
  });
  const { action: sentTo, formToken, invitation, flow, countries, legalTexts, popup, typed } = form;
  const contact = { email: typed.email, country: typed.country };
  trackShown(app, landingRegistration(slug));
  return {
    page: invitedPage(app, page, check.inviter),
    look: presentation,
    typedCode: undefined,
    code,
    invited: {
      inviter: check.inviter,
      form: { action: sentTo, formToken, invitation, flow, countries, legalTexts, popup, typed: contact },
    },
    finished: undefined,
    waiting: await waitingRegistration(app),
  };
}

/**
 * Returns the product that a friend's link contains; undefined for an unknown product, so that the link opens the
 * ordinary page.
 */
function pickedProduct({ currentUrl }: RequestContext): ProductSlug | undefined {
  return findProduct(currentUrl.searchParams.get("product") ?? undefined)?.slug;
}

/** Returns the data for a visitor without an invitation in the URL: the code and the registration in the draft. */
async function closedGateVisit(app: RequestContext) {
  const { registrationCode: typedCode } = await readDraft(app);
  const finishedRegistration = await finishedPopup(app);
  const waiting = finishedRegistration ? undefined : await waitingRegistration(app);
  if (finishedRegistration) app.responseState.namespaces.push("progress");
  else trackShown(app, landingWelcomeRegistration());
  return { typedCode, finished: finishedRegistration, waiting };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  if (!isLandingSlug(params["slug"])) throw notFound(app);
  const input = fieldText(await request.formData(), "registrationCode");
  const result = readTypedCode(input);
  if (result.status !== "ok") return refuse(result.status, 422);

  const invitation = { code: result.code, validityTimestamp: result.validityTimestamp };
  const check = await checkInvitationOf(app, invitation, "typed");
  if (check.status === "over") return refuse("tooMany", 429, tooManyMessage(app, check.retryAfter));
  if (check.status === "failed") {
    const failure = failureMessage(app, check.failure);
    return refuse(failure.kind, 503, failure);
  }
  if (check.status === "refused") {
    const { reason } = check;
    if (reason === "referrer")
      return denyInvitation(app, reason, { code: result.code, campaign: params["slug"], isPageView: true });
    trackRefused(app, reason);
    return refuse(reason, 422);
  }

  await saveInvitation(app, invitation, { inviter: check.inviter, campaign: params["slug"] });
  await queueEventForNextPage(app, submitCodeRegistration());
  const path = "/registration/formstarted";
  if (!carriesDraft(app)) return seeOther(app, path);
  // A browser that stores no cookies would lose the draft. The next URL contains a marker, so that the next request
  // shows whether the browser stores cookies.
  return seeOther(app, withCookieCheck(app, invitationPath(invitation, path)));

  function refuse<Error extends string>(
    error: Error,
    status: 422 | 429 | 503,
    { errorId, minutes }: { errorId?: string; minutes?: number } = {},
  ) {
    app.responseState.invalid = true;
    return data({ typedCode: shownText(input), error, errorId, minutes }, { status });
  }
}

export default function Landing() {
  const { look, typedCode, code, invited, finished, waiting } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { href } = useSite();
  // A code in the draft was accepted before. The visitor therefore gets a link to the registration form.
  const formHref = invited ? "#create" : typedCode && href("/registration/formstarted");
  useStoredVisit({ registrationCode: code });
  return (
    <LandingPage
      {...look}
      invited={invited}
      finishedMessage={finished}
      waiting={waiting}
      formHref={formHref}
      typedCode={answer?.typedCode ?? typedCode}
      problem={answer?.error}
      errorId={answer?.errorId}
      minutes={answer?.minutes}
    />
  );
}
