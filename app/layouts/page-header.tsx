import { BrandMark } from "~/components/brand-mark";
import { LanguageSelector } from "~/components/language-selector";
import { useSite } from "~/components/site";

interface LanguageProps {
  formId: string | undefined;
  clientAreas: readonly string[] | undefined;
}

export function PageHeader({ formId, clientAreas }: LanguageProps) {
  const { t, href, brand, links } = useSite();
  return (
    <header className="page-header">
      <a className="brand" href={href("/")} aria-label={t("common:header.home")}>
        <BrandMark />
        <span>{brand}</span>
      </a>
      <LanguageSelector formId={formId} clientAreas={clientAreas} />
      <a className="header-login" href={links.login}>
        {t("common:header.login")}
      </a>
    </header>
  );
}
