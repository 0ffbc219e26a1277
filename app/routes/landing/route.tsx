import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createLandingRegistrationEvent } from "~/domain/analytics-events";
import { useStoreVisit } from "~/ui/components/stored-code";
import { getRequestContext, type RequestContext } from "~/request/context.server";
import { readTypedCode } from "~/domain/registration/registration-code";
import { checkInvitationWithinLimit } from "~/request/code-check.server";
import { mustCarryDraft, addCookieCheck } from "~/request/carried-draft.server";
import { readDraft } from "~/request/draft.server";
import { readFieldText, truncateShownText } from "~/request/form-token.server";
import { serializeCountries } from "~/routes/registration/form-data";
import { readWaitingRegistration } from "~/routes/registration/mail-sent.server";
import { readFinishedPopup } from "~/routes/registration/finished-popup.server";
import {
  countLinkWithoutCode,
  denyDamagedLink,
  denyInvitation,
  readLinkedInvitation,
  saveInvitation,
} from "~/request/invitation.server";
import { isLandingSlug } from "~/request/paths";
import { createInvitedPageMetaData, createPageMetaData } from "~/request/page-data.server";
import { queueEventForNextPage, trackRefusal, trackPageEvent } from "~/request/page-events.server";
import { refuseForbiddenReferrer } from "~/request/referrer-guard.server";
import {
  checkInvitationAndDetectCountry,
  createRegistrationFormData,
} from "~/routes/registration/registration-form.server";
import { createSeasonBanner } from "~/request/season.server";
import { createInvitationPath } from "~/request/urls.server";
import {
  createFailureMessage,
  respondNotFound,
  redirectToPage,
  createTooManyAttemptsMessage,
  createUnavailablePage,
} from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { chooseHeadline } from "~/domain/headline";
import { findProduct, type ProductSlug } from "~/domain/products";
import { LandingPage } from "./landing-page";
import { createPageMeta } from "~/ui/components/page-meta";
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
  rendersDeferredStyles: true,
  i18n: ["products"],
  hasFormTexts: false,
  formId: "main-form",
};

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const slug = args.params["slug"];
  if (!isLandingSlug(slug)) throw respondNotFound(context);
  const refusal = await refuseForbiddenReferrer(context);
  if (refusal) return refusal;

  const page = createPageMetaData(context, "landing:title", "landing:description");
  const headline = chooseHeadline(slug, context.features.headline);
  const productSlugSharedByFriend =
    headline === "viralProductShare" ? findProductSharedByFriend(context) : undefined;
  const presentation = {
    variant: context.features["landing-layout"],
    signUpSteps: context.features["signup-steps"],
    headline,
    ...(productSlugSharedByFriend && { productSlugSharedByFriend }),
    season: createSeasonBanner(context.features["seasonal-banner"], context.clock()),
  };
  // The countdown changes in the browser, so the browser needs the countdown's texts. All other banners are static.
  if (presentation.season?.kind === "countdown") context.responseState.namespaces.push("countdown");
  const invitationInLink = readLinkedInvitation(context);
  if (invitationInLink.status === "damaged") return denyDamagedLink(context, invitationInLink, slug);
  if (invitationInLink.status === "none") {
    countLinkWithoutCode(context);
    const closedGateData = await readClosedGateData(context);
    return { page, presentation, code: undefined, invited: undefined, ...closedGateData };
  }

  const { codeCheck, detectedCountry } = await checkInvitationAndDetectCountry(
    context,
    invitationInLink.invitation,
  );
  if (codeCheck.status === "failed") throw createUnavailablePage(context, codeCheck.failure);
  const { code } = invitationInLink.invitation;
  const invitationDetails = { inviter: codeCheck.inviter, campaign: slug };
  if (codeCheck.status === "refused")
    return denyInvitation(context, codeCheck.reason, { code, ...invitationDetails, isPageView: true });
  await saveInvitation(context, invitationInLink.invitation, invitationDetails);
  const form = await createRegistrationFormData(context, invitationInLink.invitation, {
    ...codeCheck,
    detectedCountry,
  });
  const { action: actionPath, formToken, invitation, flow, countries, legalTexts, popup, typed } = form;
  const contactFields = { email: typed.email, country: typed.country };
  trackPageEvent(context, createLandingRegistrationEvent(slug));
  return {
    page: createInvitedPageMetaData(context, page, codeCheck.inviter),
    presentation,
    typedCode: undefined,
    code,
    invited: {
      inviter: codeCheck.inviter,
      form: {
        action: actionPath,
        formToken,
        invitation,
        flow,
        countryList: serializeCountries(countries),
        legalTexts,
        popup,
        typed: contactFields,
      },
    },
    finished: undefined,
    waiting: await readWaitingRegistration(context),
  };
}

/**
 * Returns the product in a friend's link. Returns undefined for an unknown product: the page then mentions no product.
 */
function findProductSharedByFriend({ currentUrl }: RequestContext): ProductSlug | undefined {
  return findProduct(currentUrl.searchParams.get("product") ?? undefined)?.slug;
}

/** Returns the data for a visitor without an invitation in the URL: the code and the registration in the draft. */
async function readClosedGateData(context: RequestContext) {
  const { registrationCode: typedCode } = await readDraft(context);
  const finishedRegistration = await readFinishedPopup(context);
  const waitingRegistration = finishedRegistration ? undefined : await readWaitingRegistration(context);
  if (finishedRegistration) context.responseState.namespaces.push("progress");
  else trackPageEvent(context, { event: "landing_welcome_registration" });
  return { typedCode, finished: finishedRegistration, waiting: waitingRegistration };
}

export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  if (!isLandingSlug(args.params["slug"])) throw respondNotFound(context);
  const input = readFieldText(await args.request.formData(), "registrationCode");
  const typedCode = readTypedCode(input);
  if (typedCode.status !== "ok") return refuse(typedCode.status, 422);

  const invitation = { code: typedCode.code, validityTimestamp: typedCode.validityTimestamp };
  const codeCheck = await checkInvitationWithinLimit(context, invitation, "typed");
  if (codeCheck.status === "limited")
    return refuse("tooMany", 429, createTooManyAttemptsMessage(context, codeCheck.retryAfter));
  if (codeCheck.status === "failed") {
    const failure = createFailureMessage(context, codeCheck.failure);
    return refuse(failure.kind, 503, failure);
  }
  if (codeCheck.status === "refused") {
    const { reason } = codeCheck;
    if (reason === "referrer")
      return denyInvitation(context, reason, {
        code: typedCode.code,
        campaign: args.params["slug"],
        isPageView: true,
      });
    trackRefusal(context, reason);
    return refuse(reason, 422);
  }

  await saveInvitation(context, invitation, { inviter: codeCheck.inviter, campaign: args.params["slug"] });
  await queueEventForNextPage(context, { event: "submit_code_registration" });
  const path = "/registration/formstarted";
  if (!mustCarryDraft(context)) return redirectToPage(context, path);
  // A browser that stores no cookies would lose the draft. The next URL contains a marker, so that the next request
  // shows whether the browser stores cookies.
  return redirectToPage(context, addCookieCheck(context, createInvitationPath(invitation, path)));

  function refuse<Error extends string>(
    error: Error,
    status: 422 | 429 | 503,
    { errorId, minutes }: { errorId?: string; minutes?: number } = {},
  ) {
    context.responseState.hasFormError = true;
    return data({ typedCode: truncateShownText(input), error, errorId, minutes }, { status });
  }
}

export default function Landing() {
  const { presentation, typedCode, code, invited, finished, waiting } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const { href } = useSite();
  // A code in the draft was accepted before, so the visitor gets a link to the registration form.
  const formHref = invited ? "#create" : typedCode && href("/registration/formstarted");
  useStoreVisit({ registrationCode: code });
  return (
    <LandingPage
      {...presentation}
      invited={invited}
      finishedMessage={finished}
      waiting={waiting}
      formHref={formHref}
      typedCode={actionData?.typedCode ?? typedCode}
      problem={actionData?.error}
      errorId={actionData?.errorId}
      minutes={actionData?.minutes}
    />
  );
}
