import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:a11y"],
  // Inline styles are what mail programs and void elements without a slash are what browsers expect.
  rules: { "no-inline-style": "off", "void-style": ["error", { style: "omit" }], "long-title": "off" },
});

/** What the standard and accessibility rules find wrong with a page. */
export async function findMistakes(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
  );
}

/** The words of a page, without its markup. */
export function wordsOf(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}
