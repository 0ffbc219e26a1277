import type { MouseEvent } from "react";
import { getLanguageTag, locales, type Locale } from "~/i18n/locales";
import { useSite } from "./site";

interface LanguageButtonsProps {
  /** The id of the page's main form, which keeps its typed values when the language changes. */
  formId: string | undefined;
  /** Changes the page's language without a new document; undefined if a change of language loads a new document. */
  changeLanguage?: ((event: MouseEvent<HTMLButtonElement>, locale: Locale) => Promise<void>) | undefined;
  className?: string;
}

/**
 * A form with a button for each language, which works without script (docs/product/pages.md#languages). On a page with
 * a main form, the buttons submit the main form, so that typed values are kept. Browsers without the `form` attribute
 * cannot do this: they show a link to `FormLanguages`.
 */
export function LanguageButtons({ formId, changeLanguage, className }: LanguageButtonsProps) {
  const { t, locale, href, currentPath } = useSite();
  const action = href("/language");
  return (
    <form method="post" action={action}>
      <input type="hidden" name="returnTo" value={currentPath} />
      {formId && (
        <p className="without-form-attribute">
          <a href="#form-languages">{t("frame:language.keep")}</a>
        </p>
      )}
      <ul className={className}>
        {locales.map(({ code, name }) => (
          <li key={code}>
            <button
              type="submit"
              className="language-button"
              name="locale"
              value={code}
              lang={getLanguageTag(code)}
              aria-current={code === locale ? "true" : undefined}
              onClick={changeLanguage && ((event) => void changeLanguage(event, code))}
              {...(formId && { form: formId, formAction: action, formMethod: "post", formNoValidate: true })}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
