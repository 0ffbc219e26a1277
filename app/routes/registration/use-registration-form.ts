import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type FocusEvent, type FormEvent, useState } from "react";
import { createFormSchema } from "~/domain/registration/registration.schema";
import { type EmailSuggestionReply, useEmailSuggestion } from "~/ui/components/suggested-email";
import type { RegistrationFormData } from "./form-data";

type RejectedSubmission = EmailSuggestionReply & { reply: SubmissionResult };

/**
 * Validates the registration form in the browser: each field that is not empty when it loses the focus, and all fields
 * on submit. A message or suggestion disappears as soon as its field is valid.
 */
export function useRegistrationForm(data: RegistrationFormData, actionData: RejectedSubmission | undefined) {
  const [attempt, setAttempt] = useState(0);
  const { suggestion, ...email } = useEmailSuggestion(actionData);
  const registrationRules = {
    countries: data.countries.map(({ isoCode }) => isoCode),
    salutationOptional: data.salutationOptional,
  };
  const [form, fields] = useForm({
    id: "main-form",
    lastResult: actionData?.reply,
    defaultValue: data.typed,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) =>
      parseWithZod(formData, { schema: createFormSchema(data.flow, registrationRules) }),
  });
  const { onSubmit, ...formProps } = getFormProps(form);
  return {
    fields,
    attempt,
    suggestion,
    formProps: {
      ...formProps,
      onInput({ target }: FormEvent<HTMLFormElement>) {
        if (target instanceof HTMLInputElement && target.name === "email") email.onInput(target.value);
      },
      onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
        const isTextField =
          target instanceof HTMLInputElement && target.type !== "checkbox" && target.type !== "radio";
        if (!isTextField || target.value === "") return;
        const validateField = () => {
          form.validate({ name: target.name });
          if (target.name === "email") email.onBlur(target.value);
        };
        // During a click on a button, the field that loses the focus is not validated. A new message would move the
        // button away from the pointer. The button validates all fields anyway.
        if (currentTarget.querySelector("button:active")) return;
        if (currentTarget.querySelector(":active"))
          addEventListener("mouseup", () => setTimeout(validateField), { once: true });
        else validateField();
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const { nativeEvent } = event;
        const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
        // The buttons for a language and for the previous step submit without validation. conform's own button
        // (`__intent__`) only validates one field, so conform handles it.
        if (
          submitter instanceof HTMLButtonElement &&
          submitter.formNoValidate &&
          submitter.name !== "__intent__"
        )
          return;
        if (!submitter?.hasAttribute("formnovalidate")) setAttempt((count) => count + 1);
        onSubmit(event);
      },
    },
  };
}
