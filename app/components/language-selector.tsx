import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { locales, type Locale } from "~/i18n/locales";
import { loadMessages } from "~/i18n/load-messages.client";
import { getInitialNamespaces } from "remix-i18next/client";
import { LanguageButtons } from "./language-buttons";
import { useSite } from "./site";

interface LanguageSelectorProps {
  /** The page's main form, whose typed values are to survive the change. */
  formId: string | undefined;
  /** Whether the change is none of the document (docs/product.md#languages). */
  inPlace: boolean;
}

/** The languages, folded away behind the one that is shown. */
export function LanguageSelector({ formId, inPlace }: LanguageSelectorProps) {
  const { t, locale, here } = useSite();
  const changeInPlace = useChangeInPlace();
  return (
    <>
      {formId && <DefaultButton formId={formId} />}
      {formId && <input type="hidden" name="returnTo" value={here} form={formId} />}
      <details className="languages">
        <summary>
          <span className="visually-hidden">{t("frame:language.label")}: </span>
          {locales.find(({ code }) => code === locale)?.name}
        </summary>
        <LanguageButtons formId={formId} changeInPlace={inPlace ? changeInPlace : undefined} />
      </details>
    </>
  );
}

/**
 * The form's first button, which Enter in one of its fields presses (HTML, section 4.10.21.2): without it that
 * would be the first language. Not `display: none`, since some browsers pass over what they do not render.
 */
function DefaultButton({ formId }: { formId: string }) {
  return <button type="submit" className="visually-hidden" form={formId} tabIndex={-1} aria-hidden="true" />;
}

/** On the activation page the change is a client navigation and not a new document (docs/product.md#languages). */
function useChangeInPlace() {
  const navigate = useNavigate();
  const { base, here, prefix } = useSite();
  return async (event: MouseEvent, locale: Locale) => {
    event.preventDefault();
    await loadMessages(locale, ["common", ...getInitialNamespaces()]);
    document.cookie = `lang=${locale}; Max-Age=2147483647; Path=${base || "/"}; SameSite=Lax`;
    navigate(`/${locale}${here.slice(prefix.length)}`);
    scrollTo(0, 0);
  };
}
