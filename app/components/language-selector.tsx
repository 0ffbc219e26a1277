import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { isoOf, locales, type Locale } from "~/i18n/locales";
import { loadMessages } from "~/i18n/messages.client";
import { useSite } from "./site";

interface LanguageSelectorProps {
  /** The page's main form, whose typed values are to survive the change. */
  formId: string | undefined;
  /** The areas of text to load for a change without a new document; absent where the change is a document. */
  clientAreas: readonly string[] | undefined;
}

/**
 * A form that works without script (contract.md, section 3). Where the page has a form of its own the buttons
 * belong to that one; a browser that does not know the `form` attribute sends this one.
 */
export function LanguageSelector({ formId, clientAreas }: LanguageSelectorProps) {
  const { t, locale, href, here } = useSite();
  const changeInPlace = useChangeInPlace(clientAreas);
  const action = href("/language");
  return (
    <>
      {formId && <DefaultButton formId={formId} />}
      {formId && <input type="hidden" name="returnTo" value={here} form={formId} />}
      <details className="languages">
        <summary>
          <span className="visually-hidden">{t("common:language.label")}: </span>
          {locales.find(({ code }) => code === locale)?.name}
        </summary>
        <form method="post" action={action}>
          <input type="hidden" name="returnTo" value={here} />
          <ul>
            {locales.map(({ code, name }) => (
              <li key={code}>
                <button
                  type="submit"
                  name="locale"
                  value={code}
                  lang={isoOf(code)}
                  aria-current={code === locale ? "true" : undefined}
                  onClick={clientAreas && ((event) => void changeInPlace(event, code))}
                  {...(formId && {
                    form: formId,
                    formAction: action,
                    formMethod: "post",
                    formNoValidate: true,
                  })}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </form>
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
  };
}
