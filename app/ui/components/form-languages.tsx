import { isoOf, locales } from "~/i18n/locales";
import { useSite } from "./site";
import { StaticHtml } from "./static-html";

/**
 * A second set of language buttons, at the end of a page's main form. Browsers without the `form` attribute (lynx, w3m)
 * lose the typed text with any other button. Browsers with it never show this set (base.css).
 */
export function FormLanguages() {
  return <StaticHtml>{import.meta.env.SSR && <Languages />}</StaticHtml>;
}

function Languages() {
  const { t, href, here, locale } = useSite();
  return (
    <div id="form-languages">
      {/* Not `returnTo`, which the login has for another page. */}
      <input type="hidden" name="page" value={here} />
      <p>{t("frame:footer.language")}</p>
      <ul>
        {locales.map(({ code, name }) => (
          <li key={code}>
            <button
              type="submit"
              name="locale"
              value={code}
              lang={isoOf(code)}
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
