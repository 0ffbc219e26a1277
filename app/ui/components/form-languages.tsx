import { FormLanguageButtons } from "./form-language-buttons.static";
import { StaticHtml } from "./static-html";

/**
 * A second set of language buttons, at the end of a page's main form. In browsers without the `form` attribute (lynx,
 * w3m), the buttons of the header would lose the typed text. Other browsers never show this set (base.css).
 */
export function FormLanguages() {
  return (
    <StaticHtml>
      <FormLanguageButtons />
    </StaticHtml>
  );
}
