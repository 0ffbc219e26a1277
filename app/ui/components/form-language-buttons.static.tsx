import { getLanguageTag, locales } from "~/i18n/locales";
import { useSite } from "./site";

/** The language buttons of the component `FormLanguages`. */
export function FormLanguageButtons() {
  const { t, href, currentPath, locale } = useSite();
  return (
    <div id="form-languages">
      {/* Not named `returnTo`, because the login form uses this name for another page. */}
      <input type="hidden" name="page" value={currentPath} />
      <p>{t("frame:footer.language")}</p>
      <ul>
        {locales.map(({ code, name }) => (
          <li key={code}>
            <button
              type="submit"
              name="locale"
              value={code}
              lang={getLanguageTag(code)}
              aria-current={code === locale ? "true" : undefined}
              formAction={href("/language")}
              formNoValidate
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
