import { TextField } from "~/components/field";
import { RadioGroup } from "~/components/radio-group";
import { SelectField } from "~/components/select-field";
import { useSite } from "~/components/site";
import type { OfferedCountry } from "~/domain/registration/registration-form.types";

/** In the order of the page, which the error summary follows. */
export const registrationFieldNames = [
  "gender",
  "firstname",
  "lastname",
  "email",
  "country",
  "postalCode",
  "bday",
  "newsletter",
  "terms",
] as const;
export type RegistrationFieldName = (typeof registrationFieldNames)[number];

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

export function ExtraFields({ bind }: { bind: BindField }) {
  const { t } = useSite();
  return (
    <>
      <TextField
        {...bind("postalCode")}
        required={false}
        label={t("registration:postalCode.label")}
        autoComplete="postal-code"
      />
      <TextField
        {...bind("bday")}
        required={false}
        label={t("registration:bday.label")}
        hint={t("registration:bday.hint")}
        inputMode="numeric"
        autoComplete="bday"
      />
    </>
  );
}
