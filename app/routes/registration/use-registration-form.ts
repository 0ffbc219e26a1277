import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type FocusEvent, type FormEvent, useState } from "react";
import { suggestedAddress } from "~/domain/registration/email-suggestion";
import {
  type EmailSuggestion,
  type RegistrationFormData,
  schemaOfFlow,
} from "~/domain/registration/registration.schema";

interface Answer {
  reply: SubmissionResult;
  suggestion?: EmailSuggestion | undefined;
}

/**
 * Fields are checked once they were left with content; a message leaves the moment it is mended, as does the question
 * whether another address is meant.
 */
export function useRegistrationForm(data: RegistrationFormData, answer: Answer | undefined) {
  const [attempt, setAttempt] = useState(0);
  const { suggestion, ...email } = useEmailSuggestion(answer);
  const rules = {
    countries: data.countries.map(({ isoCode }) => isoCode),
    salutationOptional: data.salutationOptional,
  };
  const [form, fields] = useForm({
    id: "main-form",
    lastResult: answer?.reply,
    defaultValue: data.typed,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: schemaOfFlow(data.flow, rules) }),
  });
  const { onSubmit, ...formProps } = getFormProps(form);
  return {
    fields,
    attempt,
    suggestion,
    takeSuggestion: (meant: string) => {
      typeInto(fields.email.id, meant);
    },
    formProps: {
      ...formProps,
      onInput({ target }: FormEvent<HTMLFormElement>) {
        if (target instanceof HTMLInputElement && target.name === "email") email.typed(target.value);
      },
      onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
        const isText =
          target instanceof HTMLInputElement && target.type !== "checkbox" && target.type !== "radio";
        if (!isText || target.value === "") return;
        const check = () => {
          form.validate({ name: target.name });
          if (target.name === "email") email.left(target.value);
        };
        // A message that appeared now would move what is pressed away from under the pointer. A button checks all itself.
        if (currentTarget.querySelector("button:active")) return;
        if (currentTarget.querySelector(":active"))
          addEventListener("mouseup", () => setTimeout(check), { once: true });
        else check();
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const { nativeEvent } = event;
        const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
        // A change of language and a step back go as they are; a check of one field is no attempt to send.
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

/** As if the visitor had typed it, who goes on from there. */
function typeInto(id: string, text: string): void {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

/** The question about the address: the server's, until another one was typed; then that of the field that was left. */
function useEmailSuggestion(answer: Answer | undefined) {
  const [own, setOwn] = useState<{ to: Answer | undefined; suggestion: EmailSuggestion | undefined }>();
  return {
    suggestion: own?.to === answer && own ? own.suggestion : answer?.suggestion,
    left(typed: string) {
      const address = typed.trim();
      const meant = suggestedAddress(address);
      setOwn({ to: answer, suggestion: meant === undefined ? undefined : { address, meant } });
    },
    typed(typed: string) {
      const asked = own ? own.suggestion : answer?.suggestion;
      if (asked && typed.trim() !== asked.address) setOwn({ to: answer, suggestion: undefined });
    },
  };
}
