import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import { ErrorSummary } from "~/components/error-summary";
import { CheckboxField } from "~/components/field";
import { useSite } from "~/components/site";
import { useHydrated } from "~/components/use-hydrated";
import { registrationFields, isFieldMessage } from "~/domain/registration/registration-fields";
import type { FormProblem, RegistrationFormData } from "~/domain/registration/registration-form.types";
import { LegalTexts } from "./legal-texts";
import { problemMessages } from "./problem-messages";
import { CountryField, EmailField, ExtraFields, IdentityFields, type BindField } from "./registration-fields";
import { Trap } from "./trap";
import { useRegistrationForm } from "./use-registration-form";
import type { MessageValues, Translate } from "~/i18n/translator";

interface RegistrationFormProps {
  form: RegistrationFormData;
  /** What the server found in the last submission. */
  answer: { reply: SubmissionResult; problem?: FormProblem | undefined } | undefined;
}

/** One page of a flow (docs/product.md#registration): whole without script, checked early with it. */
export function RegistrationForm({ form: data, answer }: RegistrationFormProps) {
  const { t, href } = useSite();
  const { formProps, fields, attempt } = useRegistrationForm(data, answer?.reply);
  const hydrated = useHydrated();
  const [country, setCountry] = useState(fields.country.initialValue ?? "");
  const { flow } = data;
  const problem = answer?.problem;
  const suggestion = problem?.kind === "email-suggestion" ? problem.suggestion : "";
  const bind: BindField = (name) => ({
    id: fields[name].id,
    name,
    error: registrationMessage(t, fields[name].errors, { suggestion }),
    defaultValue: fields[name].initialValue,
    required: true,
  });
  const wasSent = attempt > 0 || answer !== undefined;
  const fieldErrors = registrationFields.flatMap(({ name }) => {
    const { id, error } = bind(name);
    return error && wasSent ? [{ fieldId: id, message: error }] : [];
  });
  const place = <CountryField bind={bind} countries={data.countries} onChoice={setCountry} />;

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
        <input type="hidden" name="intent" value={flow} />
        {hydrated && data.popup && <input type="hidden" name="popup" value={data.popup} />}
        {problem?.kind === "email-suggestion" && (
          <input type="hidden" name="questionedEmail" value={problem.address} />
        )}
        {flow === "leanStep1" && (
          <>
            <EmailField bind={bind} />
            {place}
          </>
        )}
        {flow === "leanStep2" && (
          <>
            <input type="hidden" name="email" value={fields.email.initialValue} />
            <input type="hidden" name="country" value={country} />
            <IdentityFields bind={bind} salutationOptional={data.salutationOptional} />
          </>
        )}
        {flow === "default" && (
          <>
            <IdentityFields bind={bind} salutationOptional={data.salutationOptional} />
            <EmailField bind={bind} />
            {place}
          </>
        )}
        {flow !== "leanStep1" && (
          <>
            {data.extraFields && <ExtraFields bind={bind} />}
            <Trap />
            <CheckboxField
              id={fields.newsletter.id}
              name="newsletter"
              label={t("registration:newsletter.label")}
              hint={t(flow === "default" ? "registration:newsletter.long" : "registration:newsletter.short")}
              defaultChecked={fields.newsletter.initialValue === "on"}
            />
            <LegalTexts
              countries={data.countries}
              country={country}
              field={{ id: fields.terms.id, name: "terms", error: bind("terms").error, required: true }}
              agreed={fields.terms.initialValue === "on" && !fields.terms.errors}
            />
          </>
        )}
        <FormButtons flow={flow} suspicious={problem?.kind === "suspicious"} />
      </form>
    </>
  );
}

/** The first button is what the Enter key presses; going back checks nothing and keeps everything. */
function FormButtons({ flow, suspicious }: { flow: RegistrationFormData["flow"]; suspicious: boolean }) {
  const { t } = useSite();
  const forward = flow === "leanStep1" ? "registration:lean.continue" : "registration:form.button";
  return (
    <div className="row">
      <button type="submit" className="button">
        {t(suspicious ? "registration:suspicious.button" : forward)}
      </button>
      {flow === "leanStep2" && (
        <button type="submit" className="button quiet-button" name="step" value="back" formNoValidate>
          {t("registration:lean.back")}
        </button>
      )}
    </div>
  );
}

/** A field's first message in the visitor's language; schemas speak in keys of the area "registration". */
function registrationMessage(
  t: Translate,
  errors: readonly string[] | undefined,
  values?: MessageValues,
): string | undefined {
  const message = errors?.[0];
  return message !== undefined && isFieldMessage(message) ? t(`registration:${message}`, values) : undefined;
}
