import { FormLanguageButtons } from "./form-language-buttons.static";
import { StaticHtml } from "./static-html";

/**
 * A second set of language buttons, at the end of a page's main form. Browsers without the `form` attribute (lynx, w3m)
 * lose the typed text with any other button. Browsers with it never show this set (base.css).
 */
export function FormLanguages() {
  return (
    <StaticHtml>
      <FormLanguageButtons />
    </StaticHtml>
  );
}
