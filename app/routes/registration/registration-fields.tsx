import { FieldMessages, type FieldProps, TextField } from "~/ui/components/field";
import { useSite } from "~/ui/components/site";
import { extraFields, type RegistrationFieldName } from "~/domain/registration/registration-fields";

type RadioGroupProps = Omit<FieldProps, "hint"> & {
  name: string;
  defaultValue: string | undefined;
  options: readonly { value: string; label: string }[];
};

/** The first option has the group's id, so that the link in the error summary leads to something clickable. */
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

/** Connects a field of the page to the form: its id, name, message and value. */
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
      <RadioGroup {...bind("gender")} label={t("registration:gender.legend")} options={options} />
      <TextField {...bind("firstname")} label={t("registration:firstname.label")} autoComplete="given-name" />
      <TextField {...bind("lastname")} label={t("registration:lastname.label")} autoComplete="family-name" />
    </>
  );
}

/**
 * The optional fields of the table with their hints.
 *
 * @param hasFeature - true to include fields that need a feature
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
    />
  ));
}

/**
 * A honeypot: a field that only bots fill in, since they fill in every field. People see it only in browsers without
 * styles, where its label explains it.
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

/** Asks for a confirmation of the form, which is no error of the visitor. */
export function SuspiciousNotice() {
  const { t } = useSite();
  return (
    <p className="notice" tabIndex={-1} autoFocus>
      {t("registration:suspicious.message")}
    </p>
  );
}
