import { type Site, useSite } from "~/ui/components/site";
import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { type Locale, locales } from "~/i18n/locales";
import { loadMessages } from "~/i18n/load-messages.client";
import { getInitialNamespaces } from "remix-i18next/client";
import { useContinueWithoutScript } from "~/ui/components/toasts";
import { StaticHtml } from "~/ui/components/static-html";
import { Brand } from "./brand.static";
import { LanguageButtons } from "~/ui/components/language-buttons";

interface LanguageSelectorProps {
  /** The id of the page's main form, which keeps its typed values when the language changes. */
  formId: string | undefined;
  /** True if a change of language loads no new document (docs/product/pages.md#languages). */
  changesInPlace: boolean;
}

/** The current language. A click on it shows a button for each language. */
function LanguageSelector({ formId, changesInPlace }: LanguageSelectorProps) {
  const { t, locale } = useSite();
  const changeLanguage = useChangeLanguageInPlace();
  return (
    <>
      {formId && <DefaultSubmitButton formId={formId} />}
      <details className="languages">
        <summary>
          <span className="visually-hidden">{t("frame:language.label")} </span>
          {findLanguageName(locale)}
        </summary>
        <LanguageButtons formId={formId} changeLanguage={changesInPlace ? changeLanguage : undefined} />
      </details>
    </>
  );
}

/**
 * The default submit button of the page's main form, so that Enter in a field does not trigger a language button (HTML,
 * section 4.10.21.2). The button is hidden without `display: none`, because some browsers skip such a button. Browsers
 * without the `form` attribute submit the form around the button instead, which shows the same page again.
 */
function DefaultSubmitButton({ formId }: { formId: string }) {
  const { locale, currentPath, href } = useSite();
  return (
    <form className="visually-hidden" method="post" action={href("/language")}>
      <input type="hidden" name="returnTo" value={currentPath} />
      <input type="hidden" name="locale" value={locale} />
      <button type="submit" form={formId} tabIndex={-1} aria-hidden="true">
        {findLanguageName(locale)}
      </button>
    </form>
  );
}

function findLanguageName(locale: Locale): string | undefined {
  return locales.find(({ code }) => code === locale)?.name;
}

/** Changes the activation page's language without loading a new document (docs/product/pages.md#languages). */
function useChangeLanguageInPlace() {
  const navigate = useNavigate();
  const { base, currentPath, prefix } = useSite();
  const fallBackToForm = useContinueWithoutScript();
  return async (event: MouseEvent<HTMLButtonElement>, locale: Locale) => {
    event.preventDefault();
    const button = event.currentTarget;
    try {
      await loadMessages(locale, ["common", ...getInitialNamespaces()]);
    } catch {
      fallBackToForm(() => button.form?.requestSubmit(button));
      return;
    }
    document.cookie = `lang=${locale}; Max-Age=2147483647; Path=${base || "/"}; SameSite=Lax`;
    button.closest("details")?.removeAttribute("open");
    navigate(`/${locale}${currentPath.slice(prefix.length)}`);
    scrollTo(0, 0);
  };
}

interface PageHeaderProps {
  formId: string | undefined;
  changesInPlace: boolean;
  /** True if the header contains a login link. */
  hasLoginLink: boolean;
}

/** The start of every page: skip link, home, language, and login. */
export function PageHeader({ formId, changesInPlace, hasLoginLink }: PageHeaderProps) {
  const { t, href, brand, links, member } = useSite();
  return (
    <>
      <a className="skip-link" href="#main">
        {t("frame:skipLink")}
      </a>
      <header className="page-header">
        <a className="brand" href={href("/")} aria-label={t("frame:header.home")}>
          <StaticHtml>
            <Brand name={brand} />
          </StaticHtml>
        </a>
        <LanguageSelector formId={formId} changesInPlace={changesInPlace} />
        {member && <SignedInMember {...member} />}
        {hasLoginLink && !member && (
          <a className="header-login" href={links.login}>
            {t("frame:header.login")}
          </a>
        )}
      </header>
    </>
  );
}

/** Shows the name of the signed-in member, and the logout button. */
function SignedInMember({ firstName, formToken }: NonNullable<Site["member"]>) {
  const { t, href } = useSite();
  return (
    <form className="header-member" method="post" noValidate action={href("/logout")}>
      <input type="hidden" name="formToken" value={formToken} />
      {firstName ? (
        <span>
          <span className="visually-hidden">{t("frame:header.loggedInAs")} </span>
          {firstName}
        </span>
      ) : (
        <span>{t("frame:header.loggedIn")}</span>
      )}{" "}
      <button type="submit" className="header-logout text-button">
        {t("frame:header.logout")}
      </button>
    </form>
  );
}
