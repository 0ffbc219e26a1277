import type { ComponentProps } from "react";
import { TextField } from "~/components/field";
import { RadioGroup } from "~/components/radio-group";
import { SelectField } from "~/components/select-field";
import { useSite } from "~/components/site";
import {
  extraFieldNames,
  type ExtraFieldName,
  type RegistrationFieldName,
} from "~/domain/registration/registration-fields";
import type { OfferedCountry } from "~/domain/registration/registration-form.types";
import type { MessageKey } from "~/i18n/translator";

/** What binds a field of the page to the form: its id and name, its message, what it holds. */
export type BindField = (name: RegistrationFieldName) => {
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

export function EmailField({ bind }: { bind: BindField }) {
  const { t } = useSite();
  return (
    <TextField
      {...bind("email")}
      type="email"
      inputMode="email"
      label={t("registration:email.label")}
      hint={t("registration:email.hint")}
      autoComplete="email"
      spellCheck={false}
    />
  );
}

interface CountryFieldProps {
  bind: BindField;
  countries: readonly OfferedCountry[];
  onChoice: (country: string) => void;
}

export function CountryField({ bind, countries, onChoice }: CountryFieldProps) {
  const { t } = useSite();
  return (
    <SelectField
      {...bind("country")}
      data-measure="country"
      label={t("registration:country.label")}
      placeholder={t("registration:country.placeholder")}
      options={countries.map(({ isoCode, name }) => ({ value: isoCode, label: name }))}
      autoComplete="country"
      onChange={(event) => {
        onChoice(event.target.value);
      }}
    />
  );
}

type ExtraField = Pick<ComponentProps<typeof TextField>, "inputMode" | "autoComplete"> & {
  hint?: MessageKey;
};

/** What helps to fill in each of the optional fields. */
const extraFields: Readonly<Record<ExtraFieldName, ExtraField>> = {
  postalCode: { autoComplete: "postal-code" },
  bday: { autoComplete: "bday", inputMode: "numeric", hint: "registration:bday.hint" },
};

export function ExtraFields({ bind }: { bind: BindField }) {
  const { t } = useSite();
  return extraFieldNames.map((name) => {
    const { hint, ...help } = extraFields[name];
    return (
      <TextField
        key={name}
        {...bind(name)}
        required={false}
        label={t(`registration:${name}.label`)}
        hint={hint && t(hint)}
        {...help}
      />
    );
  });
}
