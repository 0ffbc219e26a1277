import type { ComponentProps } from "react";
import { useSite } from "~/components/site";
import { RegistrationForm } from "./registration-form";

type RegistrationPageProps = { inviter: string | null } & ComponentProps<typeof RegistrationForm>;

export function RegistrationPage({ inviter, form, answer }: RegistrationPageProps) {
  const { t } = useSite();
  const opening = inviter
    ? t("registration:form.headingInvited", { inviter })
    : t("registration:form.heading");
  const heading = form.flow === "leanStep2" ? t("registration:lean.heading2") : opening;
  return (
    <div className="stack">
      {form.flow !== "default" && (
        <p className="eyebrow">{t("registration:lean.step", { step: form.flow === "leanStep1" ? 1 : 2 })}</p>
      )}
      <h1>{heading}</h1>
      {form.flow !== "leanStep2" && <p className="lead">{t("registration:form.lead")}</p>}
      <RegistrationForm form={form} answer={answer} />
    </div>
  );
}
