import type { CountryOption } from "~/acq/operations/check-registration-code.server";
import type { RequestContext, ReturnedForm } from "~/request/context.server";
import { countries, detectCountry, isCountry } from "~/domain/countries.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import type { Draft } from "~/domain/registration/draft.schema";
import { registrationFields } from "~/domain/registration/registration-fields";
import type { RegistrationFlow, RegistrationFormData } from "~/domain/registration/registration.schema";
import { clubLink } from "~/request/site.server";
import { readDraft } from "~/request/draft.server";
import { ownPopupPage, popupPage } from "./finished-popup.server";
import { issueFormToken } from "~/request/form-token.server";
import type { Slots } from "~/request/page-templates/slots.server";
import { isoOf, type Locale } from "~/i18n/locales";

type LegalTexts = Pick<CountryOption, "termsPkString" | "dataPolicyPkString">;

/** The visitor's own values in the form; the others are out of closed lists and decide what it looks like. */
export const formSlots = {
  formToken: "slot",
  typed: Object.fromEntries(
    registrationFields.filter(({ kind }) => kind === "text").map(({ name }) => [name, "slot"] as const),
  ),
} as const satisfies Slots<RegistrationFormData>;

/** The data of the registration form: the fields as typed before, the countries with their legal texts. */
export async function registrationFormData(
  context: RequestContext,
  invitation: Invitation,
  { inviter, countryOptions, whereabouts }: ReturnedForm & { whereabouts: Promise<string | undefined> },
): Promise<RegistrationFormData> {
  const draft = await readDraft(context);
  const detected = await whereabouts;
  const offered = countryOptions.filter(({ isoCode }) => isCountry(isoCode));
  const formToken = await issueFormToken(context, { ...invitation, inviter });
  return {
    formToken,
    countries: named(context, offered),
    flow: flowOf(context, draft),
    salutationOptional: context.config.salutationOptional,
    extraFields: context.features["registration-extra-fields"],
    popup: ownPopupPage(context) ?? popupPage(context, draft.popup),
    typed: typedIn(draft, offered.some(({ isoCode }) => isoCode === detected) ? detected : undefined),
  };
}

/** Which page of which flow is shown: the lean flow's second step once the first one was answered. */
function flowOf({ features }: RequestContext, draft: Draft): RegistrationFlow {
  if (features["registration-flow"] !== "lean") return "default";
  const { registrationFlow, registrationEmail, registrationCountry } = draft;
  return registrationFlow === "leanStep2" && registrationEmail && registrationCountry
    ? "leanStep2"
    : "leanStep1";
}

/**
 * The country that the form begins with; to be asked for beside the invitation, not after it. A form that comes back
 * without a country stays without one, and costs acq nothing.
 */
export function countryAtFirst(context: RequestContext): Promise<string | undefined> {
  const asked = askedCountry(context);
  // A page that ends before it needs the answer leaves nobody to hear of its failure.
  asked.catch(() => undefined);
  return asked;
}

async function askedCountry(context: RequestContext): Promise<string | undefined> {
  const { registrationCountry } = await readDraft(context);
  if (registrationCountry || context.reply.returned) return registrationCountry;
  const timeZone = context.sent[context.cookies.tz.name];
  return detectCountry(context, { hostname: context.facts.hostname, timeZone });
}

/** When acq cannot say which countries the code offers: all of them, with the legal texts that were shown. */
export function anyCountry(legalTexts: LegalTexts): CountryOption[] {
  return countries.map((isoCode) => ({ isoCode, ...legalTexts }));
}

/** Whether the texts that a visitor agreed to are those of the chosen country (docs/product.md#registration). */
export function showsTextsOf(options: readonly CountryOption[], country: string, shown: LegalTexts): boolean {
  return options.some(
    (option) =>
      option.isoCode === country &&
      option.termsPkString === shown.termsPkString &&
      option.dataPolicyPkString === shown.dataPolicyPkString,
  );
}

function named(
  context: RequestContext,
  options: readonly CountryOption[],
): RegistrationFormData["countries"] {
  const { names, order } = countryNames(context.locale);
  return options
    .map((option) => ({
      ...option,
      name: names.of(option.isoCode) ?? option.isoCode,
      termsUrl: clubLink(context, "terms", option.isoCode, option.termsPkString),
      privacyUrl: clubLink(context, "privacy", option.isoCode, option.dataPolicyPkString),
    }))
    .sort((one, other) => order.compare(one.name, other.name));
}

function typedIn(draft: Draft, country: string | undefined): RegistrationFormData["typed"] {
  const typed = registrationFields.map(({ name, draft: { name: part } }) => {
    const value = draft[part];
    const ticked = value === true ? "on" : undefined;
    return [name, typeof value === "string" ? value : ticked] as const;
  });
  return { ...Object.fromEntries(typed), country };
}

interface CountryNames {
  names: Intl.DisplayNames;
  order: Intl.Collator;
}

const prepared = new Map<Locale, CountryNames>();

/** The countries' names in a language, in its order; made once, since it takes a tenth of a millisecond. */
function countryNames(locale: Locale): CountryNames {
  const known = prepared.get(locale);
  if (known) return known;
  const iso = isoOf(locale);
  const made = { names: new Intl.DisplayNames(iso, { type: "region" }), order: new Intl.Collator(iso) };
  prepared.set(locale, made);
  return made;
}
