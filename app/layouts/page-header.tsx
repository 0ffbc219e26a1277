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

/** The mark: the two leaves of a gate that stands ajar, and the light between them. */
function BrandMark() {
  return (
    <svg
      className="brand-mark"
      viewBox="0 0 32 32"
      width="28"
      height="28"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M8 3h7L8.5 29H1.5z" fill="currentColor" />
      <path d="M23.5 3h7L24 29h-7z" fill="currentColor" />
      <path d="M17.5 3h3.5L14.5 29H11z" fill="#e0526a" />
    </svg>
  );
}
