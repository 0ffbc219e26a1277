import type { SelectHTMLAttributes } from "react";
import { describedBy, FieldMessages, type FieldProps } from "./field";

type SelectProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps> & {
    placeholder: string;
    options: readonly { value: string; label: string }[];
  };

export function SelectField({ id, label, hint, error, placeholder, options, ...select }: SelectProps) {
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      <FieldMessages id={id} hint={hint} error={error} />
      <select
        id={id}
        aria-describedby={describedBy({ id, hint, error })}
        aria-invalid={error ? true : undefined}
        {...select}
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
