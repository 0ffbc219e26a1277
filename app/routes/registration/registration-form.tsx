import type { SubmissionResult } from "@conform-to/react";
import { type ReactNode, useState } from "react";
import { ErrorSummary, type SummaryEntry } from "~/ui/components/error-summary";
import { FormLanguages } from "~/ui/components/form-languages";
import { useSite } from "~/ui/components/site";
import { useStoredReferrer } from "~/ui/components/stored-code";
import { useHydrated } from "~/ui/components/use-hydrated";
import { isRequired, isFieldMessage, registrationFields } from "~/domain/registration/registration-fields";
import { isFirstStepIntent, isSecondStep, type RegistrationFlow } from "~/domain/registration/form-pages";
import { AgreementFields } from "./agreement-fields";
import {
  type BindField,
  ExtraFields,
  IdentityFields,
  SuspiciousNotice,
  Honeypot,
} from "./registration-fields";
import { CountryField, EmailField } from "./contact-fields";
import type { FormProblem, RegistrationFormData } from "./form-data";
import { HiddenInvitationFields } from "./hidden-invitation-fields";
import { useRegistrationForm } from "./use-registration-form";
import type { MessageValues, Translate } from "~/i18n/translator";
import { type EmailSuggestionReply, SuggestedEmail } from "~/ui/components/suggested-email";
import { createFailureEntries } from "~/ui/components/failure-entries";

/**
 * Returns the messages about the whole form, apart from its fields. A suspicious form has no message here, because it
 * only needs a confirmation.
 */
export function createProblemEntries(t: Translate, problem: FormProblem | undefined): SummaryEntry[] {
  if (problem === undefined || problem.kind === "suspicious") return [];
  if (problem.kind === "just-asked")
    return [{ message: t("registration:justAsked.message", { count: problem.minutes }) }];
  return createFailureEntries(t, problem);
}

interface RegistrationFormProps {
  form: RegistrationFormData;
  /** The server's response to the last submission; undefined before a submission. */
  actionData:
    | (EmailSuggestionReply & { reply: SubmissionResult; problem?: FormProblem | undefined })
    | undefined;
}

/**
 * The registration form: the single page, or a step of the lean flow (docs/product/registration.md#registration). It
 * works without script. With script, it validates fields before the form is sent.
 */
export function RegistrationForm({ form: data, actionData }: RegistrationFormProps) {
  const { t, href } = useSite();
  const { formProps, fields, attempt, suggestion } = useRegistrationForm(data, actionData);
  const [chosenCountry, setChosenCountry] = useState(fields.country.initialValue ?? "");
  const problem = actionData?.problem;
  const bind: BindField = (name) => ({
    id: fields[name].id,
    name,
    error: selectErrorMessage(t, fields[name].errors, { suggestion: suggestion?.suggestedEmail ?? "" }),
    defaultValue: fields[name].initialValue,
    required: isRequired(name),
  });
  const hasErrors = registrationFields.some(({ name }) => bind(name).error !== undefined);
  // If there are field errors, the error summary also lists the suggested e-mail address. Otherwise visitors could
  // overlook the suggestion.
  const suggestionMessage =
    hasErrors && suggestion && !isSecondStep(data.flow)
      ? t("registration:email.suggestion", { suggestion: suggestion.suggestedEmail })
      : undefined;
  const fieldErrors = registrationFields.flatMap(({ name }) => {
    const { id, error } = bind(name);
    const message = error ?? (name === "email" ? suggestionMessage : undefined);
    return message && (attempt > 0 || actionData) ? [{ fieldId: id, message }] : [];
  });

  return (
    <>
      <ErrorSummary entries={[...createProblemEntries(t, problem), ...fieldErrors]} attempt={attempt} />
      <form {...formProps} className="stack" method="post" action={href(data.action)} noValidate>
        <HiddenFields form={data} />
        <PersonFields
          form={data}
          bind={bind}
          country={chosenCountry}
          onCountryChange={setChosenCountry}
          suggestion={
            <SuggestedEmail
              suggestion={suggestion}
              questionedEmail={actionData?.questionedEmail}
              isInErrorMessage={bind("email").error !== undefined}
              fieldId={fields.email.id}
            />
          }
        />
        {!isFirstStepIntent(data.flow) && (
          <>
            <ExtraFields bind={bind} hasFeature={data.hasExtraFieldsFeature} />
            <Honeypot />
            <AgreementFields form={data} bind={bind} fields={fields} country={chosenCountry} />
          </>
        )}
        {problem?.kind === "suspicious" && <SuspiciousNotice />}
        <div className="row">
          <SubmitButton flow={data.flow} isSuspicious={problem?.kind === "suspicious"} />
        </div>
        <FormLanguages />
      </form>
    </>
  );
}

function HiddenFields({ form }: { form: RegistrationFormData }) {
  const isHydrated = useHydrated();
  const referrer = useStoredReferrer();
  return (
    <>
      <input type="hidden" name="formToken" value={form.formToken} />
      <HiddenInvitationFields {...form.invitation} />
      <input type="hidden" name="intent" value={form.flow} />
      <input type="hidden" name="legalTexts" value={form.legalTexts} />
      {referrer && <input type="hidden" name="fref" value={referrer} />}
      {isHydrated && form.popup && <input type="hidden" name="popup" value={form.popup} />}
      {form.isWithoutCookies && form.flow === "leanStep1" && <SecondStepFields typed={form.typed} />}
    </>
  );
}

/**
 * Hidden fields for browsers without cookies. They keep the values of the lean flow's second step while the visitor
 * edits the first step.
 */
function SecondStepFields({ typed }: Pick<RegistrationFormData, "typed">) {
  return registrationFields.map(({ name, formSection }) => {
    const value = formSection === "contact" ? undefined : typed[name];
    return value && <input type="hidden" key={name} name={name} value={value} />;
  });
}

interface PersonFieldsProps {
  form: RegistrationFormData;
  bind: BindField;
  /** The chosen country; empty if none is chosen yet. */
  country: string;
}

/** The fields about the person that the form's step asks for. */
function PersonFields({
  form: { flow, countries, salutationOptional },
  bind,
  country,
  onCountryChange,
  suggestion,
}: PersonFieldsProps & { onCountryChange: (country: string) => void; suggestion: ReactNode }) {
  const hasContactFields = !isSecondStep(flow);
  return (
    <>
      {!hasContactFields && <EnteredContact bind={bind} countries={countries} country={country} />}
      {!isFirstStepIntent(flow) && <IdentityFields bind={bind} salutationOptional={salutationOptional} />}
      {hasContactFields && (
        <>
          <EmailField bind={bind} enterKeyHint={isFirstStepIntent(flow) ? "go" : "next"} />
          {suggestion}
          <CountryField bind={bind} countries={countries} onCountryChoice={onCountryChange} />
        </>
      )}
    </>
  );
}

interface EnteredContactProps {
  bind: BindField;
  countries: RegistrationFormData["countries"];
  country: string;
}

/**
 * The contact fields of the first step as a sentence. "Change" returns to the first step without validation and keeps
 * all typed values. Where browsers ignore the header's default button, Enter activates the form's first button, so a
 * hidden submit button comes before "Change".
 */
function EnteredContact({ bind, countries, country }: EnteredContactProps) {
  const { t } = useSite();
  const email = bind("email").defaultValue ?? "";
  const countryName = countries.find(({ isoCode }) => isoCode === country)?.name ?? "";
  return (
    <>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="country" value={country} />
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden />
      <div>
        <p>{t("registration:secondStep.contact", { email, country: countryName })}</p>
        <button type="submit" className="text-button" name="step" value="back" formNoValidate>
          {t("registration:secondStep.change")}
        </button>
      </div>
    </>
  );
}

function SubmitButton({ flow, isSuspicious }: { flow: RegistrationFlow; isSuspicious: boolean }) {
  const { t } = useSite();
  const buttonKey = isFirstStepIntent(flow) ? "registration:lean.continue" : "registration:form.button";
  return (
    <button type="submit" className="button">
      {t(isSuspicious ? "registration:suspicious.button" : buttonKey)}
    </button>
  );
}

/**
 * Returns the first error message of a field in the visitor's language. `errors` are message keys of the namespace
 * "registration".
 */
function selectErrorMessage(
  t: Translate,
  errors: readonly string[] | undefined,
  values?: MessageValues,
): string | undefined {
  const message = errors?.[0];
  return message !== undefined && isFieldMessage(message) ? t(`registration:${message}`, values) : undefined;
}
