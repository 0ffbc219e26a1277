import type { ComponentProps } from "react";
import { TextField } from "~/ui/components/field";
import { SelectField } from "~/ui/components/select-field";
import { useSite } from "~/ui/components/site";
import type { OfferedCountry } from "./form-data";
import type { BindField } from "./registration-fields";

type EmailFieldProps = { bind: BindField<"email"> } & Pick<
  ComponentProps<typeof TextField>,
  "hint" | "enterKeyHint"
>;

export function EmailField({ bind, ...inputProps }: EmailFieldProps) {
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
      {...inputProps}
    />
  );
}

interface CountryFieldProps {
  bind: BindField<"country">;
  countries: readonly OfferedCountry[];
  onCountryChoice?: (country: string) => void;
}

export function CountryField({ bind, countries, onCountryChoice }: CountryFieldProps) {
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
        onCountryChoice?.(event.target.value);
      }}
    />
  );
}
