import { LRUCache } from "lru-cache";
import type { CountryOption } from "~/acq/operations/check-registration-code.server";
import type { RequestContext } from "~/request/context.server";
import type { CheckedInvitation } from "~/request/response-state.server";
import { detectCountry } from "~/domain/countries.server";
import type { CodeCheck, Invitation } from "~/domain/registration/check-code.server";
import { checkInvitation } from "~/request/code-check.server";
import { getFormPath, isSecondStep, type RegistrationFlow } from "~/domain/registration/form-pages";
import type { Draft } from "~/domain/registration/draft-schema.server";
import { isTypedEmailAddress } from "~/domain/registration/field-rules";
import {
  joinLegalTextKeys,
  type LegalTexts,
  type LegalTextsByCountry,
  serializeLegalTexts,
} from "~/domain/registration/legal-texts";
import { registrationFields } from "~/domain/registration/registration-fields";
import { selectLinkTemplate } from "~/request/site.server";
import { mustCarryDraft, isWithoutCookies, addCarriedDraft } from "~/request/carried-draft.server";
import { readDraft } from "~/request/draft.server";
import { findPopupLandingPath, validatePopupLandingPath } from "./finished-popup.server";
import type { RegistrationFormData } from "./form-data";
import { issueFormToken } from "~/request/form-token.server";
import { createInvitationPath } from "~/request/urls.server";
import { getFormatLanguageTag, type Locale } from "~/i18n/locales";

interface RegistrationFormDataOptions extends CheckedInvitation {
  detectedCountry: Promise<string | undefined>;
  /** True if the request asks for the form's second step. */
  isSecondPage?: boolean;
}

/**
 * Returns the data of the registration form, such as the typed values and the offered countries with their legal texts.
 */
export async function createRegistrationFormData(
  context: RequestContext,
  invitation: Invitation,
  { inviter, countryOptions, detectedCountry, isSecondPage = false }: RegistrationFormDataOptions,
): Promise<RegistrationFormData> {
  const draft = await readDraft(context);
  const country = await detectedCountry;
  const flow = decideFlow(context, draft, countryOptions, isSecondPage);
  const firstShownAt = isSecondStep(flow) ? draft.formShownAt : undefined;
  const formToken = issueFormToken(context, { ...invitation, inviter }, firstShownAt);
  return {
    action: await createFormActionUrl(context, invitation, flow),
    formToken,
    invitation: { code: invitation.code, validityTimestamp: invitation.validityTimestamp ?? "" },
    ...getSortedCountries(context, countryOptions),
    legalLinks: {
      terms: selectLinkTemplate(context, "terms"),
      privacy: selectLinkTemplate(context, "privacy"),
    },
    flow,
    salutationOptional: context.config.salutationOptional,
    hasExtraFieldsFeature: context.features["registration-extra-fields"],
    popup: findPopupLandingPath(context) ?? validatePopupLandingPath(context, draft.popup),
    isWithoutCookies: isWithoutCookies(context),
    typed: readTypedValues(
      draft,
      countryOptions.find(({ isoCode }) => isoCode === country),
    ),
  };
}

/**
 * Returns the path that the form is sent to (docs/decisions/without-cookies.md). If the browser stores no cookies, the
 * query contains the invitation. Otherwise the invitation would be lost when the form is shown again.
 */
async function createFormActionUrl(
  context: RequestContext,
  invitation: Invitation,
  flow: RegistrationFlow,
): Promise<string> {
  const path = getFormPath(isSecondStep(flow) ? 2 : 1);
  if (!mustCarryDraft(context)) return path;
  const { registrationId, registeredCode, changesAddress } = await readDraft(context);
  const firstStepPath = createInvitationPath(invitation, path);
  return registrationId
    ? addCarriedDraft(context, firstStepPath, { registrationId, registeredCode, changesAddress })
    : firstStepPath;
}

/** Returns the step of the form to show. The second step is shown only if the draft has the first step's values. */
function decideFlow(
  { features, responseState }: RequestContext,
  { registrationEmail = "", registrationCountry }: Draft,
  offeredCountries: readonly CountryOption[],
  isSecondPage: boolean,
): RegistrationFlow {
  const hasContactData =
    isTypedEmailAddress(registrationEmail) &&
    offeredCountries.some(({ isoCode }) => isoCode === registrationCountry);
  const shouldShowSecondStep = isSecondPage && hasContactData;
  if (features["registration-flow"] === "lean") return shouldShowSecondStep ? "leanStep2" : "leanStep1";
  if (responseState.areContactFieldsRejected) return "defaultStep1";
  return shouldShowSecondStep ? "defaultStep2" : "default";
}

/**
 * Checks a page's invitation with acq, and detects the visitor's country at the same time. If a rate limit refuses the
 * check before acq is called, the country is not detected either.
 *
 * @throws the 429 page
 */
export async function checkInvitationAndDetectCountry(
  context: RequestContext,
  invitation: Invitation,
): Promise<{ codeCheck: CodeCheck; detectedCountry: Promise<string | undefined> }> {
  const countryRequest: { country?: Promise<string | undefined> } = {};
  const codeCheck = await checkInvitation(context, invitation, () => {
    countryRequest.country = findInitialCountry(context);
  });
  // If the action has already checked the invitation, `checkInvitation` does not call `onAllowed`. The country is then
  // detected here.
  if (codeCheck.status === "usable") countryRequest.country ??= findInitialCountry(context);
  return { codeCheck, detectedCountry: countryRequest.country ?? Promise.resolve(undefined) };
}

/**
 * Returns the country that the form preselects. Call this function before awaiting the invitation's check, so that acq
 * handles both calls at the same time. For a rejected form that is shown again, the visitor's choice is kept, even an
 * empty one, and acq is not called.
 */
export function findInitialCountry(context: RequestContext): Promise<string | undefined> {
  const country = detectRequestCountry(context);
  // Handles the rejection here: a redirect may end the request before the result is awaited.
  country.catch(() => undefined);
  return country;
}

async function detectRequestCountry(context: RequestContext): Promise<string | undefined> {
  const { registrationCountry } = await readDraft(context);
  if (registrationCountry || context.responseState.checkedInvitation) return registrationCountry;
  const timeZone = context.requestCookies[context.cookies.tz.name];
  return detectCountry(context, { hostname: context.requestInfo.hostname, timeZone });
}

/** Returns the countries and legal texts that the form showed, for the case that acq does not answer. */
export function createShownCountries(legalTexts: LegalTextsByCountry): CountryOption[] {
  return Array.from(legalTexts, ([isoCode, texts]) => ({ isoCode, ...texts }));
}

/**
 * Returns the keys of the legal texts that the visitor agreed to: the texts that the form showed for the chosen
 * country. Undefined if acq has other texts for this country now (docs/product/registration.md#registration).
 */
export function findAgreedTexts(
  countryOptions: readonly CountryOption[],
  country: string,
  legalTexts: LegalTextsByCountry,
): LegalTexts | undefined {
  const shownTexts = legalTexts.get(country);
  const selectedCountry = countryOptions.find(({ isoCode }) => isoCode === country);
  const areTextsUnchanged =
    selectedCountry?.termsPkString === shownTexts?.termsPkString &&
    selectedCountry?.dataPolicyPkString === shownTexts?.dataPolicyPkString;
  return areTextsUnchanged ? shownTexts : undefined;
}

type SortedCountries = Pick<RegistrationFormData, "countries" | "legalTexts">;

/**
 * A cache of the sorted countries. Most codes offer the same countries, and sorting them takes as long as computing all
 * other data of the form.
 */
const sortedCountriesCache = new LRUCache<string, SortedCountries, () => SortedCountries>({
  max: 50,
  memoMethod: (_key, _stale, { context: sort }) => sort(),
});

function getSortedCountries(
  { locale }: RequestContext,
  countryOptions: readonly CountryOption[],
): SortedCountries {
  const key = `${locale} ${JSON.stringify(countryOptions)}`;
  return sortedCountriesCache.memo(key, { context: () => sortCountries(locale, countryOptions) });
}

function sortCountries(locale: Locale, countryOptions: readonly CountryOption[]): SortedCountries {
  const { displayNames, collator } = getCountryNames(locale);
  const countries = countryOptions
    .map(({ isoCode }) => ({ isoCode, name: displayNames.of(isoCode) ?? isoCode }))
    .sort((one, other) => collator.compare(one.name, other.name));
  return { countries, legalTexts: serializeLegalTexts(countryOptions) };
}

/**
 * Returns the draft's values for the form's fields. The checkbox for the legal texts is ticked only if the visitor
 * agreed to the current texts.
 */
function readTypedValues(draft: Draft, country: CountryOption | undefined): RegistrationFormData["typed"] {
  const entries = registrationFields.map(({ name, draft: { name: draftName } }) => {
    const value = draft[draftName];
    const checkboxValue = value === true ? "on" : undefined;
    return [name, typeof value === "string" ? value : checkboxValue] as const;
  });
  const isAgreed = country && draft.agreedTexts === joinLegalTextKeys(country);
  return {
    ...Object.fromEntries(entries),
    country: country?.isoCode,
    ...(!isAgreed && { terms: undefined }),
  };
}

interface CountryNames {
  displayNames: Intl.DisplayNames;
  collator: Intl.Collator;
}

const countryNamesByLocale = new Map<Locale, CountryNames>();

/**
 * Returns the names of countries in a language, and a collator for sorting the names. The result is cached, because
 * creating it takes 0.1 ms.
 */
function getCountryNames(locale: Locale): CountryNames {
  const cachedNames = countryNamesByLocale.get(locale);
  if (cachedNames) return cachedNames;
  const formatTag = getFormatLanguageTag(locale);
  const countryNames = {
    displayNames: new Intl.DisplayNames(formatTag, { type: "region" }),
    collator: new Intl.Collator(formatTag),
  };
  countryNamesByLocale.set(locale, countryNames);
  return countryNames;
}
