import { useEffect, useRef, useState } from "react";
import { CheckboxField } from "~/ui/components/field";
import { LinkedText } from "~/ui/components/linked-text";
import { useSite } from "~/ui/components/site";
import { fillLegalUrl, joinLegalTextKeys, readLegalTexts } from "~/domain/registration/legal-texts";
import { isLean } from "~/domain/registration/form-pages";
import type { RegistrationFormData } from "./form-data";
import type { BindField } from "./registration-fields";
import type { useRegistrationForm } from "./use-registration-form";

interface AgreementFieldsProps {
  form: RegistrationFormData;
  bind: BindField;
  fields: ReturnType<typeof useRegistrationForm>["fields"];
  /** The chosen country; empty if none is chosen yet. */
  country: string;
}

/** The checkboxes for the newsletter, which is optional, and for the legal texts. */
export function AgreementFields({
  form,
  bind,
  fields: { newsletter, terms },
  country,
}: AgreementFieldsProps) {
  const { t } = useSite();
  return (
    <>
      <CheckboxField
        id={newsletter.id}
        name="newsletter"
        label={t("registration:newsletter.label")}
        hint={t(isLean(form.flow) ? "registration:newsletter.short" : "registration:newsletter.long")}
        defaultChecked={newsletter.initialValue === "on"}
      />
      <LegalAgreement
        form={form}
        country={country}
        field={{ id: terms.id, name: "terms", error: bind("terms").error, required: true }}
        isInitiallyAgreed={terms.initialValue === "on" && !terms.errors}
      />
    </>
  );
}

interface LegalAgreementProps {
  form: RegistrationFormData;
  /** The chosen country; "" shows the legal texts of the first offered country. */
  country: string;
  field: { id: string; name: string; error: string | undefined; required: boolean };
  isInitiallyAgreed: boolean;
}

/** The checkbox for agreeing to the legal texts of the chosen country (docs/product/registration.md#registration). */
function LegalAgreement({ form, country, field, isInitiallyAgreed }: LegalAgreementProps) {
  const { t } = useSite();
  const offeredCountries = readCountriesWithTexts(form);
  const currentCountry = offeredCountries.find(({ isoCode }) => isoCode === country) ?? offeredCountries[0];
  const currentTextsKey = currentCountry?.textsKey;
  const [agreedTextsKey, setAgreedTextsKey] = useState(isInitiallyAgreed ? currentTextsKey : undefined);
  const agreementRef = useRef({
    agreedTexts: agreedTextsKey,
    firstTexts: currentTextsKey,
    shownTexts: undefined as string | undefined,
  });
  function recordAgreement(newTextsKey: string | undefined): void {
    // Also stores the agreement in the ref, which the effect below reads: the state changes only with the next
    // rendering.
    agreementRef.current.agreedTexts = newTextsKey;
    setAgreedTextsKey(newTextsKey);
  }
  useEffect(() => {
    const checkbox = document.getElementById(field.id);
    const { firstTexts, shownTexts } = agreementRef.current;
    if (!(checkbox instanceof HTMLInputElement) || shownTexts === currentTextsKey) return;
    agreementRef.current.shownTexts = currentTextsKey;
    // Also reads an agreement from before hydration: the visitor may have ticked the checkbox, or the browser may have
    // restored it with the country.
    if (shownTexts === undefined)
      recordAgreement(
        checkbox.checked ? (readRestoredTextsKey(checkbox, offeredCountries) ?? firstTexts) : undefined,
      );
    // Another country's texts need a new agreement. The checkbox is unticked for them, and not replaced by a new
    // element, because a replaced element would be missing if React failed.
    checkbox.checked = agreementRef.current.agreedTexts === currentTextsKey;
  }, [field.id, currentTextsKey, offeredCountries]);
  if (!currentCountry) return null;
  const needsNewAgreement = agreedTextsKey !== undefined && agreedTextsKey !== currentTextsKey;
  return (
    <>
      <CheckboxField
        {...field}
        label={<LinkedText text={t("registration:agreement.label")} links={currentCountry.links} />}
        defaultChecked={isInitiallyAgreed}
        onChange={({ target }) => {
          recordAgreement(target.checked ? currentTextsKey : undefined);
        }}
      />
      <div role="status">
        {needsNewAgreement && <p className="notice">{t("registration:terms.changed")}</p>}
      </div>
      {form.flow === "default" && (
        <OtherLegalTexts offeredCountries={offeredCountries} currentCountry={currentCountry} />
      )}
    </>
  );
}

/**
 * Returns the legal texts that the visitor had agreed to, if the browser has restored the form after Back or a reload.
 * The browser then restores the country and the ticked checkbox. Undefined if the browser restored nothing.
 */
function readRestoredTextsKey(
  checkbox: HTMLInputElement,
  offeredCountries: readonly CountryWithTexts[],
): string | undefined {
  const [navigationEntry] = performance.getEntriesByType("navigation");
  if (!(navigationEntry instanceof PerformanceNavigationTiming) || navigationEntry.type === "navigate")
    return undefined;
  if (!checkbox.form) return undefined;
  const country = new FormData(checkbox.form).get("country");
  return (offeredCountries.find(({ isoCode }) => isoCode === country) ?? offeredCountries[0])?.textsKey;
}

interface CountryWithTexts {
  isoCode: string;
  name: string;
  /** The keys of the country's terms and privacy policy, joined into one text for comparisons. */
  textsKey: string;
  links: { terms: string; privacy: string };
}

function readCountriesWithTexts({
  countries,
  legalTexts,
  legalLinks,
}: RegistrationFormData): CountryWithTexts[] {
  const textsByCountry = readLegalTexts(legalTexts);
  return countries.map(({ isoCode, name }) => {
    const legalTextKeys = textsByCountry.get(isoCode) ?? { termsPkString: "", dataPolicyPkString: "" };
    return {
      isoCode,
      name,
      textsKey: joinLegalTextKeys(legalTextKeys),
      links: {
        terms: fillLegalUrl(legalLinks.terms, isoCode, legalTextKeys.termsPkString),
        privacy: fillLegalUrl(legalLinks.privacy, isoCode, legalTextKeys.dataPolicyPkString),
      },
    };
  });
}

/**
 * Links to the legal texts of the countries that are not chosen. Without script, choosing a country does not change the
 * links above.
 */
function OtherLegalTexts({
  offeredCountries,
  currentCountry,
}: {
  offeredCountries: readonly CountryWithTexts[];
  currentCountry: CountryWithTexts;
}) {
  const { t } = useSite();
  const joinLegalUrls = ({ links }: CountryWithTexts) => `${links.terms} ${links.privacy}`;
  const otherCountries = offeredCountries.filter(
    (country) => joinLegalUrls(country) !== joinLegalUrls(currentCountry),
  );
  if (otherCountries.length === 0) return null;
  const legalTextGroups = Array.from(new Set(otherCountries.map(joinLegalUrls)), (legalUrls) =>
    otherCountries.filter((country) => joinLegalUrls(country) === legalUrls),
  );
  return (
    <details className="texts">
      <summary>{t("registration:agreement.country", { country: currentCountry.name })}</summary>
      <ul>
        {legalTextGroups.map((countries) => (
          <li key={countries[0]?.isoCode}>
            {countries[0] && (
              <LinkedText
                text={t("registration:agreement.texts", {
                  countries: countries.map(({ name }) => name).join(", "),
                })}
                links={countries[0].links}
              />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
