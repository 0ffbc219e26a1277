import { useSite } from "~/components/site";
import type { RegistrationFormData } from "~/domain/registration/registration-form.types";
import { RegistrationForm } from "../registration-form";
import { SignUpFlow, type SignUpSteps } from "./sign-up-flow";

/** The sign-up flow of an invited visitor: it ends with the form. */
export function InvitedFlow({ length, form }: { length: SignUpSteps; form: RegistrationFormData }) {
  const { t } = useSite();
  return (
    <SignUpFlow
      length={length}
      lastText={t("landing:invited.body")}
      last={<RegistrationForm form={form} answer={undefined} />}
    />
  );
}
