import { FieldMessages, type FieldProps } from "./field";

type RadioGroupProps = Omit<FieldProps, "hint"> & {
  name: string;
  defaultValue: string | undefined;
  options: readonly { value: string; label: string }[];
};

/** The first option carries the group's id, so that the error summary's link lands on something to press. */
export function RadioGroup({ id, label, error, name, defaultValue, options }: RadioGroupProps) {
  return (
    <fieldset
      className="field"
      data-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-error`}
    >
      <legend>{label}</legend>
      <FieldMessages id={id} error={error} />
      <div className="radios">
        {options.map(({ value, label: text }, index) => {
          const optionId = index === 0 ? id : `${id}-${value}`;
          return (
            <div className="radio" key={value}>
              <input
                id={optionId}
                type="radio"
                name={name}
                value={value}
                defaultChecked={value === defaultValue}
              />
              <label htmlFor={optionId}>{text}</label>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
