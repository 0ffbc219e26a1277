import type { ComponentProps } from "react";
import { useSite } from "~/components/site";
import { RegistrationForm } from "./registration-form";

type RegistrationPageProps = { inviter: string | null } & ComponentProps<typeof RegistrationForm>;

export function RegistrationPage({ inviter, form, answer }: RegistrationPageProps) {
  const { t } = useSite();
  return (
    <div className="stack">
      <h1>{inviter ? t("registration:form.headingInvited", { inviter }) : t("registration:form.heading")}</h1>
      <p className="lead">{t("registration:form.lead")}</p>
      <RegistrationForm form={form} answer={answer} />
    </div>
  );
}
