import type { InputHTMLAttributes, KeyboardEvent, ReactNode } from "react";

/** The texts of a form field, and the field's id, to which its label and messages refer. */
export interface FieldProps {
  id: string;
  label: ReactNode;
  hint?: string | undefined;
  /** The field's error message, in the visitor's language. */
  error?: string | undefined;
}

/** Returns the ids of the texts that describe a field, for `aria-describedby`. */
export function createDescribedBy({
  id,
  hint,
  error,
}: Pick<FieldProps, "id" | "hint" | "error">): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
}

export function FieldMessages({ id, hint, error }: Pick<FieldProps, "id" | "hint" | "error">) {
  return (
    <>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  );
}

/**
 * Shows the errors of a form with a single field, except errors of the field itself. The errors are above the field and
 * get the focus.
 */
export function FormErrors({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <div className="field-error" role="alert" tabIndex={-1} autoFocus>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}

type InputProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>;

/**
 * Moves the focus to the form's next field, as the label "next" of a touch keyboard's Enter key promises. Without it,
 * some browsers submit the form. With a mouse, Enter submits the form as usual.
 */
function focusNextField(event: KeyboardEvent<HTMLInputElement>): void {
  const { form } = event.currentTarget;
  if (event.key !== "Enter" || event.nativeEvent.isComposing || !matchMedia("(pointer: coarse)").matches)
    return;
  const fields = Array.from(form?.elements ?? []).filter((field) =>
    field.matches(":is(input, select):not([type=hidden])"),
  );
  const nextField = fields[fields.indexOf(event.currentTarget) + 1];
  if (!(nextField instanceof HTMLElement)) return;
  event.preventDefault();
  nextField.focus();
}

export function TextField({ id, label, hint, error, ...input }: InputProps) {
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      <FieldMessages id={id} hint={hint} error={error} />
      <input
        id={id}
        type="text"
        aria-describedby={createDescribedBy({ id, hint, error })}
        aria-invalid={error ? true : undefined}
        onKeyDown={input.enterKeyHint === "next" ? focusNextField : undefined}
        {...input}
      />
    </div>
  );
}

export function CheckboxField({ id, label, hint, error, ...input }: InputProps) {
  return (
    <div className="field checkbox" data-invalid={error ? true : undefined}>
      {error && <FieldMessages id={id} error={error} />}
      <input
        id={id}
        type="checkbox"
        // Sets the default value explicitly, because the browser edbrowse would otherwise send an empty value, which
        // means "not ticked".
        value="on"
        aria-describedby={createDescribedBy({ id, hint, error })}
        aria-invalid={error ? true : undefined}
        {...input}
      />
      <label htmlFor={id}>{label}</label>
      {hint && <FieldMessages id={id} hint={hint} />}
    </div>
  );
}
