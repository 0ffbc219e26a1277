import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import { ErrorSummary } from "~/components/error-summary";
import { CheckboxField, TextField } from "~/components/field";
import { RadioGroup } from "~/components/radio-group";
import { SelectField } from "~/components/select-field";
import { useSite } from "~/components/site";
import type { FormProblem, RegistrationFormData } from "~/domain/registration/registration-form.types";
import { LegalTexts } from "./legal-texts";
import { problemMessages } from "./problem-messages";
import { registrationMessage } from "./registration-message";
import { useRegistrationForm } from "./use-registration-form";

interface RegistrationFormProps {
  form: RegistrationFormData;
  /** What the server found in the last submission. */
  answer: { reply: SubmissionResult; problem?: FormProblem | undefined } | undefined;
}

const fieldNames = [
  "gender",
  "firstname",
  "lastname",
  "email",
  "country",
  "postalCode",
  "bday",
  "newsletter",
  "terms",
] as const;
type FieldName = (typeof fieldNames)[number];

/** The default flow's one page (contract.md, section 7): whole without script, checked early with it. */
export function RegistrationForm({ form: data, answer }: RegistrationFormProps) {
  const { t, href } = useSite();
  const { formProps, fields, attempt } = useRegistrationForm(data, answer?.reply);
  const [country, setCountry] = useState(fields.country.initialValue ?? "");
  const problem = answer?.problem;
  const suggestion = problem?.kind === "email-suggestion" ? problem.suggestion : "";
  const errorOf = (name: FieldName) => registrationMessage(t, fields[name].errors, { suggestion });
  const wasSent = attempt > 0 || answer !== undefined;
  const fieldErrors = fieldNames.flatMap((name) => {
    const message = wasSent ? errorOf(name) : undefined;
    return message ? [{ fieldId: fields[name].id, message }] : [];
  });
  const field = (name: FieldName) => ({ id: fields[name].id, name, error: errorOf(name), required: true });
  const text = (name: FieldName) => ({ ...field(name), defaultValue: fields[name].initialValue });
  const genders = data.salutationOptional
    ? (["FEMALE", "MALE", "NONE"] as const)
    : (["FEMALE", "MALE"] as const);

  return (
    <>
      <ErrorSummary entries={[...problemMessages(t, problem), ...fieldErrors]} attempt={attempt} />
      <form
        {...formProps}
        className="stack"
        method="post"
        action={href("/registration/formstarted")}
        noValidate
      >
        <input type="hidden" name="formToken" value={data.formToken} />
        {problem?.kind === "email-suggestion" && (
          <input type="hidden" name="questionedEmail" value={problem.address} />
        )}
        <RadioGroup
          {...field("gender")}
          label={t("registration:gender.legend")}
          defaultValue={fields.gender.initialValue}
          options={genders.map((value) => ({
            value,
            label: t(value === "NONE" ? "registration:gender.none" : `registration:gender.${value}`),
          }))}
        />
        <TextField
          {...text("firstname")}
          label={t("registration:firstname.label")}
          autoComplete="given-name"
        />
        <TextField
          {...text("lastname")}
          label={t("registration:lastname.label")}
          autoComplete="family-name"
        />
        <TextField
          {...text("email")}
          type="email"
          inputMode="email"
          label={t("registration:email.label")}
          hint={t("registration:email.hint")}
          autoComplete="email"
          spellCheck={false}
        />
        <SelectField
          {...text("country")}
          label={t("registration:country.label")}
          placeholder={t("registration:country.placeholder")}
          options={data.countries.map(({ isoCode, name }) => ({ value: isoCode, label: name }))}
          autoComplete="country"
          onChange={(event) => {
            setCountry(event.target.value);
          }}
        />
        {data.extraFields && (
          <>
            <TextField
              {...text("postalCode")}
              required={false}
              label={t("registration:postalCode.label")}
              autoComplete="postal-code"
            />
            <TextField
              {...text("bday")}
              required={false}
              label={t("registration:bday.label")}
              hint={t("registration:bday.hint")}
              inputMode="numeric"
              autoComplete="bday"
            />
          </>
        )}
        <Trap />
        <CheckboxField
          id={fields.newsletter.id}
          name="newsletter"
          label={t("registration:newsletter.label")}
          hint={t("registration:newsletter.long")}
          defaultChecked={fields.newsletter.initialValue === "on"}
        />
        <LegalTexts
          countries={data.countries}
          country={country}
          field={field("terms")}
          agreed={fields.terms.initialValue === "on" && !fields.terms.errors}
        />
        <button className="button">
          {t(problem?.kind === "suspicious" ? "registration:suspicious.button" : "registration:form.button")}
        </button>
      </form>
    </>
  );
}

/** For machines that fill in every field: no person meets it, but in a browser without styles, which reads why. */
function Trap() {
  const { t } = useSite();
  return (
    <div hidden>
      <label htmlFor="website">{t("registration:trap.label")}</label>
      <input
        id="website"
        name="website"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
      />
    </div>
  );
}
