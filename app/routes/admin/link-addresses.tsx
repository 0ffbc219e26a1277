import { CopyField } from "~/ui/components/copy-field";
import { useSite } from "~/ui/components/site";
import { getLanguageTag, locales } from "~/i18n/locales";

interface LinkAddressesProps {
  id: string;
  label: string;
  hint: string;
  /** The public origin and base path of the site. */
  siteUrl: string;
  /** The link's path and query, without the language prefix. */
  path: string;
  /** True for a link that was just created. */
  isNew: boolean;
}

/**
 * Shows a link to copy, which opens in each visitor's own language. A collapsed list below has one link for each
 * language (docs/product/registration.md#administration).
 */
export function LinkAddresses({ id, label, hint, siteUrl, path, isNew }: LinkAddressesProps) {
  const { t } = useSite();
  return (
    <>
      <CopyField id={id} label={label} hint={hint} value={`${siteUrl}${path}`} autoFocus={isNew} />
      <details className="fold">
        <summary>{t("admin:link.languages")}</summary>
        <div className="addresses">
          {locales.map(({ code: localeCode, name }) => (
            <CopyField
              key={localeCode}
              id={`${id}-${localeCode}`}
              label={<span lang={getLanguageTag(localeCode)}>{name}</span>}
              value={`${siteUrl}/${localeCode}${path}`}
            />
          ))}
        </div>
      </details>
    </>
  );
}
