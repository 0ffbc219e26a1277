import { BrandMark } from "~/components/brand-mark";
import { LanguageSelector } from "~/components/language-selector";
import { useSite } from "~/components/site";

interface PageHeaderProps {
  formId: string | undefined;
  inPlace: boolean;
  /** Whether the members' own door is offered. */
  login: boolean;
}

/** What every page begins with: past it, home, the language, and the members' own door. */
export function PageHeader({ formId, inPlace, login }: PageHeaderProps) {
  const { t, href, brand, links } = useSite();
  return (
    <>
      <a className="skip-link" href="#main">
        {t("frame:skipLink")}
      </a>
      <header className="page-header">
        <a className="brand" href={href("/")} aria-label={t("frame:header.home")}>
          <BrandMark />
          <span>{brand}</span>
        </a>
        <LanguageSelector formId={formId} inPlace={inPlace} />
        {login && (
          <a className="header-login" href={links.login}>
            {t("frame:header.login")}
          </a>
        )}
      </header>
    </>
  );
}
