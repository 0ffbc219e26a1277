import type { CountryOption } from "~/acq/operations/check-registration-code.server";
import type { RequestContext, ReturnedForm } from "~/context.server";
import { countries, isCountry } from "~/domain/country/countries";
import { detectCountry } from "~/domain/country/detect-country.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import type { Draft } from "~/domain/registration/draft.schema";
import type { RegistrationFlow, RegistrationFormData } from "~/domain/registration/registration-form.types";
import { clubLink } from "./club-links.server";
import { countryNames } from "./country-names.server";
import { readDraft } from "./draft.server";
import { ownPopupPage, popupPage } from "./finished-popup.server";
import { issueFormToken } from "~/http/forms/form-token.server";
import type { Slots } from "~/page-templates/slots.server";

type LegalTexts = Pick<CountryOption, "termsPkString" | "dataPolicyPkString">;

/** What is the visitor's own in the form; its other values are out of closed lists and decide what it looks like. */
export const formSlots = {
  formToken: "slot",
  typed: { firstname: "slot", lastname: "slot", email: "slot", postalCode: "slot", bday: "slot" },
} as const satisfies Slots<RegistrationFormData>;

/** Everything the registration form shows: what was typed before, the countries with their legal texts. */
export async function registrationFormData(
  context: RequestContext,
  invitation: Invitation,
  {
    countryOptions,
    whereabouts,
  }: Pick<ReturnedForm, "countryOptions"> & { whereabouts: Promise<string | undefined> },
): Promise<RegistrationFormData> {
  const draft = await readDraft(context);
  const detected = await whereabouts;
  const offered = countryOptions.filter(({ isoCode }) => isCountry(isoCode));
  const formToken = await issueFormToken(context, invitation);
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
  if (registrationCountry || context.returned) return registrationCountry;
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
  return {
    gender: draft.registrationGender,
    firstname: draft.registrationFirstName,
    lastname: draft.registrationLastName,
    email: draft.registrationEmail,
    country,
    postalCode: draft.registrationPostalCode,
    bday: draft.registrationBirthday,
    newsletter: draft.registrationNewsLetter ? "on" : undefined,
    terms: draft.registrationTermsAndConditions ? "on" : undefined,
  };
}

/** What a form holds, valid or not, as the draft keeps it; what is too long for a draft is not of one. */
export function typedDraft(form: FormData): Draft {
  const gender = form.get("gender");
  return {
    ...kept(form, "firstname", 254, (registrationFirstName) => ({ registrationFirstName })),
    ...kept(form, "lastname", 254, (registrationLastName) => ({ registrationLastName })),
    ...kept(form, "email", 254, (registrationEmail) => ({ registrationEmail })),
    ...kept(form, "country", 2, (registrationCountry) => ({ registrationCountry })),
    ...kept(form, "postalCode", 20, (registrationPostalCode) => ({ registrationPostalCode })),
    ...kept(form, "bday", 20, (registrationBirthday) => ({ registrationBirthday })),
    ...kept(form, "registrationCode", 64, (registrationCode) => ({ registrationCode })),
    ...(gender === "FEMALE" || gender === "MALE" || gender === "NONE" ? { registrationGender: gender } : {}),
    ...(form.has("email") && {
      registrationNewsLetter: form.has("newsletter"),
      registrationTermsAndConditions: form.has("terms"),
    }),
  };
}

function kept(form: FormData, name: string, most: number, part: (value: string) => Draft): Draft {
  const value = form.get(name);
  return typeof value === "string" && value !== "" && value.length <= most ? part(value) : {};
}
