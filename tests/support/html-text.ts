const entities = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#x27;", "'"],
]);

/** What a piece of a page's HTML says, without its scripts (whose data hold texts too), tags and comments. */
export function textOf(html: string): string {
  const text = html.replaceAll(/<script.*?<\/script>|<!--.*?-->|<[^>]*>/gs, "");
  return text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities.get(entity) ?? entity);
}

/** What each element of this name says, in their order. */
export function textsOf(html: string, element: string): string[] {
  const found = html.matchAll(new RegExp(`<${element}(?: [^>]*)?>(.*?)</${element}>`, "gs"));
  return [...found].map(([, inner = ""]) => textOf(inner));
}

/** The title of a page. */
export function titleOf(html: string): string {
  return textsOf(html, "title")[0] ?? "";
}

/** What the error summary of a form says, message by message. */
export function summaryOf(html: string): string[] {
  const [, list = ""] = /role="alert".*?<ul>(.*?)<\/ul>/s.exec(html) ?? [];
  return textsOf(list, "li");
}

/** What stands at the field of a form of one field, and what stands above it. */
export function fieldErrorsOf(html: string): string[] {
  return [...html.matchAll(/<(p|div) [^>]*class="field-error".*?<\/\1>/gs)].map(([found]) => textOf(found));
}

/** The value of an attribute of the first element that has another with this value: of `name="email"`, say. */
export function attributeOf(html: string, other: string, name: string): string | undefined {
  const tag = (html.match(/<[a-z][^>]*>/g) ?? []).find((start) => start.includes(` ${other}`));
  const value = tag && new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : textOf(value);
}

/** What the elements say that describe the field of this name, one after another (`aria-describedby`). */
export function descriptionOf(html: string, field: string): string {
  const ids = attributeOf(html, `name="${field}"`, "aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => textOf(new RegExp(` id="${id}"[^>]*>(.*?)</`, "s").exec(html)?.[1] ?? "")).join(" ");
}

/** Where its links lead, in their order. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href ?? "");
}
