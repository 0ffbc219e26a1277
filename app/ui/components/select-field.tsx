import { useEffect, useRef, useState, type SelectHTMLAttributes } from "react";
import { createDescribedBy, FieldMessages, type FieldProps } from "./field";

type SelectProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps | "defaultValue"> & {
    defaultValue: string | undefined;
    placeholder: string;
    options: readonly { value: string; label: string }[];
  };

export function SelectField({
  id,
  label,
  hint,
  error,
  placeholder,
  options,
  defaultValue,
  ...select
}: SelectProps) {
  const choiceProps = useSavedChoice(id, defaultValue);
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      <FieldMessages id={id} hint={hint} error={error} />
      <select
        id={id}
        aria-describedby={createDescribedBy({ id, hint, error })}
        aria-invalid={error ? true : undefined}
        {...select}
        {...choiceProps}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/**
 * Keeps an option that the visitor selected before hydration. React would otherwise reset it to the server's option.
 */
function useSavedChoice(id: string, serverChoice: string | undefined) {
  const selectRef = useRef<HTMLSelectElement>(null);
  const [initialChoice] = useState(() => readSelectedValue(id) ?? serverChoice);
  useEffect(() => {
    // Sends a change event, so that event listeners handle the visitor's selection from before hydration like a new
    // one.
    if (initialChoice !== serverChoice)
      selectRef.current?.dispatchEvent(new Event("change", { bubbles: true }));
  }, [initialChoice, serverChoice]);
  return { ref: selectRef, defaultValue: initialChoice };
}

function readSelectedValue(id: string): string | undefined {
  if (import.meta.env.SSR) return undefined;
  const element = document.getElementById(id);
  return element instanceof HTMLSelectElement ? element.value : undefined;
}
