import type { MetaDescriptor } from "@remix-run/node";

/** A page's title and description, as its loader translated them; without a loader's data the error page's own. */
export function pageMeta({ data }: { data: unknown }): MetaDescriptor[] {
  if (typeof data !== "object" || data === null || !("page" in data)) return [];
  const { page } = data;
  if (typeof page !== "object" || page === null || !("title" in page) || !("description" in page)) return [];
  const [title, description] = [String(page.title), String(page.description)];
  return [
    { title },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    ...("event" in page ? [{ name: "page-event", content: String(page.event) }] : []),
  ];
}
