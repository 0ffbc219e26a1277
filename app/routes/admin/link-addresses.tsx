import { CopyField } from "~/ui/components/copy-field";
import { useSite } from "~/ui/components/site";
import { isoOf, locales } from "~/i18n/locales";

interface LinkAddressesProps {
  id: string;
  label: string;
  hint: string;
  /** The origin and base path. */
  site: string;
  /** The link's path and query, without the language prefix. */
  path: string;
  /** True for a link that was just created. */
  isNew: boolean;
}

/**
 * Shows a link to copy. It opens in the visitor's own language; a folded list has links that open in a certain language
 * (docs/product/registration.md#administration).
 */
export function LinkAddresses({ id, label, hint, site, path, isNew }: LinkAddressesProps) {
  const { t } = useSite();
  return (
    <>
      <CopyField id={id} label={label} hint={hint} value={`${site}${path}`} autoFocus={isNew} />
      <details className="fold">
        <summary>{t("admin:link.languages")}</summary>
        <div className="addresses">
          {locales.map(({ code, name }) => (
            <CopyField
              key={code}
              id={`${id}-${code}`}
              label={<span lang={isoOf(code)}>{name}</span>}
              value={`${site}/${code}${path}`}
            />
          ))}
        </div>
      </details>
    </>
  );
}
