import { FieldMessages, type FieldProps, TextField } from "~/ui/components/field";
import { useSite } from "~/ui/components/site";
import { extraFields, type RegistrationFieldName } from "~/domain/registration/registration-fields";

type RadioGroupProps = Omit<FieldProps, "hint"> & {
  name: string;
  defaultValue: string | undefined;
  options: readonly { value: string; label: string }[];
};

/**
 * A group of radio buttons. The first button has the group's id, because the link in the error summary must lead to a
 * focusable element.
 */
function RadioGroup({ id, label, error, name, defaultValue, options }: RadioGroupProps) {
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

/** Returns the properties of a form field: its id, name, error message and value. */
export type BindField<Name extends RegistrationFieldName = RegistrationFieldName> = (name: Name) => {
  id: string;
  name: string;
  error: string | undefined;
  defaultValue: string | undefined;
  required: boolean;
};

export function IdentityFields({
  bind,
  salutationOptional,
}: {
  bind: BindField;
  salutationOptional: boolean;
}) {
  const { t } = useSite();
  const options = [
    { value: "FEMALE", label: t("registration:gender.FEMALE") },
    { value: "MALE", label: t("registration:gender.MALE") },
    ...(salutationOptional ? [{ value: "NONE", label: t("registration:gender.none") }] : []),
  ];
  return (
    <>
      <TextField
        {...bind("firstname")}
        label={t("registration:firstname.label")}
        autoComplete="given-name"
        enterKeyHint="next"
      />
      <TextField
        {...bind("lastname")}
        label={t("registration:lastname.label")}
        autoComplete="family-name"
        enterKeyHint="next"
      />
      {/* Comes after the names, so that the keyboard of a phone opens once and closes once. */}
      <RadioGroup {...bind("gender")} label={t("registration:gender.legend")} options={options} />
    </>
  );
}

/**
 * The optional fields of the registration form, with their hints.
 *
 * @param hasFeature - true to include the fields that need the feature registration-extra-fields
 */
export function ExtraFields({ bind, hasFeature }: { bind: BindField; hasFeature: boolean }) {
  const { t } = useSite();
  const fields = extraFields.filter(({ needsFeature }) => hasFeature || !needsFeature);
  return fields.map(({ name, help: { autoComplete, hint } }) => (
    <TextField
      key={name}
      {...bind(name)}
      label={t(`registration:${name}.label`)}
      hint={t(hint)}
      autoComplete={autoComplete}
      enterKeyHint="next"
    />
  ));
}

/**
 * A honeypot field: bots fill in every field, but people do not see this one. Browsers without styles do show the
 * field, and its label explains it to people.
 */
export function Honeypot() {
  const { t } = useSite();
  return (
    <div hidden>
      <label htmlFor="website">{t("registration:trap.label")}</label>
      <input
        id="website"
        type="text"
        name="website"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
      />
    </div>
  );
}

/** Asks the visitor to confirm the form. It is a notice, not an error message, because the visitor made no error. */
export function SuspiciousNotice() {
  const { t } = useSite();
  return (
    <p className="notice" tabIndex={-1} autoFocus>
      {t("registration:suspicious.message")}
    </p>
  );
}
