import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { locales, type Locale } from "~/i18n/locales";
import { loadMessages } from "~/i18n/messages.client";
import { LanguageButtons } from "./language-buttons";
import { useSite } from "./site";

interface LanguageSelectorProps {
  /** The page's main form, whose typed values are to survive the change. */
  formId: string | undefined;
  /** The areas of text to load for a change without a new document; absent where the change is a document. */
  clientAreas: readonly string[] | undefined;
}

/** The languages, folded away behind the one that is shown. */
export function LanguageSelector({ formId, clientAreas }: LanguageSelectorProps) {
  const { t, locale, here } = useSite();
  const changeInPlace = useChangeInPlace(clientAreas);
  return (
    <>
      {formId && <DefaultButton formId={formId} />}
      {formId && <input type="hidden" name="returnTo" value={here} form={formId} />}
      <details className="languages">
        <summary>
          <span className="visually-hidden">{t("common:language.label")}: </span>
          {locales.find(({ code }) => code === locale)?.name}
        </summary>
        <LanguageButtons formId={formId} changeInPlace={clientAreas && changeInPlace} />
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

/** On the activation page the change is a client navigation and not a new document (spec.md, section 2). */
function useChangeInPlace(areas: readonly string[] | undefined) {
  const navigate = useNavigate();
  const { base, brand, here, prefix } = useSite();
  return async (event: MouseEvent, locale: Locale) => {
    event.preventDefault();
    await loadMessages(locale, areas ?? [], brand);
    document.cookie = `lang=${locale}; Max-Age=2147483647; Path=${base || "/"}; SameSite=Lax`;
    navigate(`/${locale}${here.slice(prefix.length)}`);
    scrollTo(0, 0);
  };
}
