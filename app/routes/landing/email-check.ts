import { isTypedEmailAddress } from "~/domain/registration/field-rules";

/**
 * Validates the e-mail field of the first step by the rule of the registration form: when the field loses the focus,
 * and when the form is submitted. The message disappears as soon as the address is valid. The form is static
 * (docs/decisions/static-parts.md), so React does not render the message.
 *
 * @param form - has the message for an invalid address in its attribute `data-invalid-email`
 */
export function checkEmailField(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>("input[name=email]");
  if (!input) return;
  const message = document.createElement("p");
  message.id = "email-error";
  message.className = "field-error";
  message.textContent = form.dataset["invalidEmail"] ?? "";
  const isInvalid = () => !isTypedEmailAddress(input.value);
  const showMessage = () => {
    input.before(message);
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", message.id);
    input.closest(".field")?.setAttribute("data-invalid", "true");
  };
  const hideMessage = () => {
    message.remove();
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
    input.closest(".field")?.removeAttribute("data-invalid");
  };
  input.addEventListener("blur", () => {
    // During a click on a button, a new message would move the button away from the pointer.
    if (input.value !== "" && isInvalid() && !form.querySelector("button:active")) showMessage();
  });
  input.addEventListener("input", () => {
    if (!isInvalid()) hideMessage();
  });
  form.addEventListener("submit", (event) => {
    // The language buttons submit without validation.
    if (event.submitter?.hasAttribute("formnovalidate") || !isInvalid()) return;
    event.preventDefault();
    showMessage();
    input.focus();
  });
}
