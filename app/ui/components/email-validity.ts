import { type FocusEvent, type FormEvent, useState } from "react";
import { isTypedEmailAddress } from "~/domain/registration/field-rules";

interface EmailHandlers {
  /** Called with the content of an e-mail field that loses the focus. */
  onBlur: (input: string) => void;
  onInput: (input: string) => void;
}

/**
 * Validates an e-mail field when it loses the focus, by the rule of the registration form.
 *
 * @param isRejected - true if the server has refused the address as invalid
 */
export function useEmailValidity(isRejected: boolean): EmailHandlers & { isInvalid: boolean } {
  const [isInvalid, setIsInvalid] = useState(isRejected);
  return {
    isInvalid,
    onBlur(input) {
      setIsInvalid(!isTypedEmailAddress(input));
    },
    onInput(input) {
      if (isTypedEmailAddress(input)) setIsInvalid(false);
    },
  };
}

/** Returns event handlers for a form with an e-mail field that is validated separately from the form's other fields. */
export function createEmailFormHandlers(...emailHandlers: EmailHandlers[]) {
  return {
    onInput({ target }: FormEvent<HTMLFormElement>) {
      if (isEmailField(target)) for (const { onInput } of emailHandlers) onInput(target.value);
    },
    onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
      // Shows no message during a click, because a new message would move the button away from the pointer. The server
      // then shows the message.
      if (isEmailField(target) && target.value !== "" && !currentTarget.querySelector("button:active"))
        for (const { onBlur } of emailHandlers) onBlur(target.value);
    },
  };
}

function isEmailField(target: EventTarget): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.name === "email";
}
