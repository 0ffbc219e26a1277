import { useSite } from "~/ui/components/site";
import type { RegistrationFormData } from "~/domain/registration/registration.schema";
import { RegistrationForm } from "~/routes/registration/registration-form";

/** The form in the open gate: every way in of an invited visitor's landing page leads to `#create`. */
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
