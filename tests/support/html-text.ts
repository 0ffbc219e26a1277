const entities = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#x27;", "'"],
]);

/**
 * Returns the text of an HTML document without tags, comments and scripts, because the scripts' data contain texts too.
 */
export function textOf(html: string): string {
  const text = html.replaceAll(/<script.*?<\/script>|<!--.*?-->|<[^>]*>/gs, "");
  return text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities.get(entity) ?? entity);
}

/** Returns the text of each element of this name, in order. */
export function textsOf(html: string, element: string): string[] {
  const matches = html.matchAll(new RegExp(`<${element}(?: [^>]*)?>(.*?)</${element}>`, "gs"));
  return [...matches].map(([, inner = ""]) => textOf(inner));
}

/** Returns the title of a page. */
export function titleOf(html: string): string {
  return textsOf(html, "title")[0] ?? "";
}

/** Returns the messages in a form's error summary. */
export function summaryOf(html: string): string[] {
  const [, list = ""] = /role="alert".*?<ul>(.*?)<\/ul>/s.exec(html) ?? [];
  return textsOf(list, "li");
}

/** Returns the error messages of a form: those at its fields, and those of the whole form. */
export function fieldErrorsOf(html: string): string[] {
  return [...html.matchAll(/<(p|div) [^>]*class="field-error".*?<\/\1>/gs)].map(([element]) =>
    textOf(element),
  );
}

/** Returns the value of an attribute of the first element that has another attribute, such as `name="email"`. */
export function attributeOf(html: string, otherAttribute: string, name: string): string | undefined {
  const matchingTag = (html.match(/<[a-z][^>]*>/g) ?? []).find((startTag) =>
    startTag.includes(` ${otherAttribute}`),
  );
  const value = matchingTag && new RegExp(` ${name}="([^"]*)"`).exec(matchingTag)?.[1];
  return value === undefined ? undefined : textOf(value);
}

/** Returns the text of the elements that describe a field (`aria-describedby`). */
export function descriptionOf(html: string, field: string): string {
  const descriptionIds = attributeOf(html, `name="${field}"`, "aria-describedby")?.split(" ") ?? [];
  return descriptionIds
    .map((id) => textOf(new RegExp(` id="${id}"[^>]*>(.*?)</`, "s").exec(html)?.[1] ?? ""))
    .join(" ");
}

/** Returns the targets of all links, in order. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href ?? "");
}
