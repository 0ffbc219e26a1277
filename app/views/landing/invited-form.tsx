import { useSite } from "~/components/site";
import type { RegistrationFormData } from "~/domain/registration/registration-form.types";
import { RegistrationForm } from "../registration-form";

/** What the gate stands open for: every way in of an invited visitor's landing page leads to `#create`. */
export function InvitedForm({ form }: { form: RegistrationFormData }) {
  const { t } = useSite();
  return (
    <section className="section create" id="create" aria-labelledby="create-heading">
      <div className="stack">
        <h2 id="create-heading">{t("registration:form.heading")}</h2>
        <p className="lead">{t("registration:form.lead")}</p>
      </div>
      <div className="stack">
        <RegistrationForm form={form} answer={undefined} />
      </div>
    </section>
  );
}
