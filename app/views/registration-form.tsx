import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useState, type FocusEvent, type FormEvent } from "react";
import { ErrorSummary } from "~/components/error-summary";
import { CheckboxField, TextField } from "~/components/field";
import { RadioGroup } from "~/components/radio-group";
import { SelectField } from "~/components/select-field";
import { useSite } from "~/components/site";
import type { RegistrationFormData } from "~/domain/registration/registration-form.types";
import { registrationSchema } from "~/domain/registration/registration.schema";
import { LegalTexts } from "./legal-texts";
import { registrationMessage } from "./registration-message";

interface RegistrationFormProps {
  form: RegistrationFormData;
  /** What the server found in the last submission. */
  reply: SubmissionResult | undefined;
  /** Messages about the form as a whole, above those of its fields. */
  messages: readonly string[];
}

const fieldNames = ["gender", "firstname", "lastname", "email", "country", "newsletter", "terms"] as const;

/** The default flow's one page (contract.md, section 7): whole without script, checked early with it. */
export function RegistrationForm({ form: data, reply, messages }: RegistrationFormProps) {
  const { t, href } = useSite();
  const { formProps, fields, attempt } = useCheckedForm(data, reply);
  const wasSent = attempt > 0 || reply !== undefined;
  const [country, setCountry] = useState(fields.country.initialValue ?? "");
  const errorOf = (name: (typeof fieldNames)[number]) => registrationMessage(t, fields[name].errors);
  const fieldErrors = fieldNames.flatMap((name) => {
    const message = errorOf(name);
    return message ? [{ fieldId: fields[name].id, message }] : [];
  });
  const common = (name: (typeof fieldNames)[number]) => ({
    id: fields[name].id,
    name,
    error: errorOf(name),
    required: true,
  });
  const text = (name: "firstname" | "lastname" | "email") => ({
    ...common(name),
    defaultValue: fields[name].initialValue,
  });
  const genders = data.salutationOptional
    ? (["FEMALE", "MALE", "NONE"] as const)
    : (["FEMALE", "MALE"] as const);

  return (
    <>
      <ErrorSummary
        entries={[...messages.map((message) => ({ message })), ...(wasSent ? fieldErrors : [])]}
        attempt={attempt}
      />
      <form
        {...formProps}
        className="stack"
        method="post"
        action={href("/registration/formstarted")}
        noValidate
      >
        <input type="hidden" name="formToken" value={data.formToken} />
        <RadioGroup
          {...common("gender")}
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
          {...common("country")}
          label={t("registration:country.label")}
          placeholder={t("registration:country.placeholder")}
          options={data.countries.map(({ isoCode, name }) => ({ value: isoCode, label: name }))}
          defaultValue={fields.country.initialValue}
          autoComplete="country"
          onChange={(event) => {
            setCountry(event.target.value);
          }}
        />
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
          field={common("terms")}
          agreed={fields.terms.initialValue === "on"}
        />
        <button className="button">{t("registration:form.button")}</button>
      </form>
    </>
  );
}

/** Fields are checked once they were left with content; a message leaves the moment it is mended. */
function useCheckedForm(data: RegistrationFormData, reply: SubmissionResult | undefined) {
  const [attempt, setAttempt] = useState(0);
  const rules = {
    countries: data.countries.map(({ isoCode }) => isoCode),
    salutationOptional: data.salutationOptional,
  };
  const [form, fields] = useForm({
    id: "main-form",
    lastResult: reply,
    defaultValue: data.typed,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: registrationSchema(rules) }),
  });
  const { onSubmit, ...formProps } = getFormProps(form);
  return {
    fields,
    attempt,
    formProps: {
      ...formProps,
      onBlur({ target }: FocusEvent<HTMLFormElement>) {
        const isText =
          target instanceof HTMLInputElement && target.type !== "checkbox" && target.type !== "radio";
        if (isText && target.value !== "") form.validate({ name: target.name });
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const { nativeEvent } = event;
        const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
        // A change of language goes as it is; a check of one field is no attempt to send.
        if (submitter instanceof HTMLButtonElement && submitter.formNoValidate && submitter.name === "locale")
          return;
        if (!submitter?.hasAttribute("formnovalidate")) setAttempt((count) => count + 1);
        onSubmit(event);
      },
    },
  };
}
