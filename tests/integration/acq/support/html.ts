import { type ConfigData, HtmlValidate } from "html-validate";

const baseRules: ConfigData["rules"] = { "doctype-style": "off", "void-style": "off", "long-title": "off" };
const baseConfigs = ["html-validate:recommended", "html-validate:a11y"];
const pageValidator = new HtmlValidate({ extends: baseConfigs, rules: baseRules });
// HTML e-mails need tables, attributes and inline styles, which the HTML standard discourages, so these rules are off.
const mailRules: ConfigData["rules"] = {
  "no-inline-style": "off",
  "no-deprecated-attr": "off",
  "prefer-tbody": "off",
};
const mailValidator = new HtmlValidate({ extends: baseConfigs, rules: { ...baseRules, ...mailRules } });

/** Returns the violations of the HTML standard and of the accessibility rules in a page. */
export function findHtmlMistakes(page: string): Promise<string[]> {
  return validateHtml(pageValidator, page);
}

export function findMailMistakes(mail: string): Promise<string[]> {
  return validateHtml(mailValidator, mail);
}

async function validateHtml(validator: HtmlValidate, html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
  );
}

/** Returns the text of a page, without its markup. */
export function extractText(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}
