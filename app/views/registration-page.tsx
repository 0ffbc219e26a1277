import type { SubmissionResult } from "@conform-to/react";
import { useSite } from "~/components/site";
import type { RegistrationFormData } from "~/domain/registration/registration-form.types";
import { RegistrationForm } from "./registration-form";

interface RegistrationPageProps {
  inviter: string | null;
  form: RegistrationFormData;
  reply: SubmissionResult | undefined;
  /** acq gave no answer: the form comes back whole. */
  failure: { kind: "generic" | "network"; errorId: string } | undefined;
}

export function RegistrationPage({ inviter, form, reply, failure }: RegistrationPageProps) {
  const { t } = useSite();
  const messages = failure
    ? [
        `${t(`common:failure.${failure.kind}`)} ${t("common:failure.kept")}`,
        t("common:errorId", { id: failure.errorId }),
      ]
    : [];
  return (
    <div className="stack">
      <h1>{inviter ? t("registration:form.headingInvited", { inviter }) : t("registration:form.heading")}</h1>
      <p className="lead">{t("registration:form.lead")}</p>
      <RegistrationForm form={form} reply={reply} messages={messages} />
    </div>
  );
}
