import type { MetaDescriptor } from "@remix-run/node";

/**
 * Returns the meta elements of a page from its loader's data: title, description, and the preview card of a link to it.
 * Returns none if the loader failed: the error page has its own (error-head.tsx).
 */
export function pageMeta({ data }: { data: unknown }): MetaDescriptor[] {
  // Only the server renders the document's head. The browser's build therefore drops the code below.
  if (!import.meta.env.SSR) return [];
  const page = propertyOf(data, "page");
  const title = pageTitle(data);
  const description = propertyOf(page, "description");
  if (title === undefined || typeof description !== "string") return [];
  const sharedTitle = propertyOf(propertyOf(page, "share"), "title");
  const organization = propertyOf(page, "organization");
  return [
    { title },
    { name: "description", content: description },
    { property: "og:title", content: typeof sharedTitle === "string" ? sharedTitle : title },
    { property: "og:description", content: description },
    ...sharing(propertyOf(page, "share")),
    // The Content-Security-Policy allows this script element, since a data block is not executed (HTML, "prepare the
    // script element").
    ...(isRecord(organization) ? [{ "script:ld+json": { ...organization } }] : []),
  ];
}

/** Returns the translated title in the data of a page's loader, if it has one. */
export function pageTitle(data: unknown): string | undefined {
  const title = propertyOf(propertyOf(data, "page"), "title");
  return typeof title === "string" ? title : undefined;
}

/** Returns the Open Graph properties (ogp.me) of a page, and the same data as a Twitter card. */
function sharing(share: unknown): MetaDescriptor[] {
  const text = (name: string) => String(propertyOf(share, name));
  if (share === undefined) return [];
  const hasAddress = propertyOf(share, "url") !== undefined;
  const isWide = propertyOf(share, "imageWidth") !== propertyOf(share, "imageHeight");
  return [
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: text("site") },
    { property: "og:locale", content: text("locale") },
    ...(hasAddress ? [{ property: "og:url", content: text("url") }] : []),
    { property: "og:image", content: text("image") },
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: text("imageWidth") },
    { property: "og:image:height", content: text("imageHeight") },
    { property: "og:image:alt", content: text("imageAlt") },
    { name: "twitter:card", content: isWide ? "summary_large_image" : "summary" },
  ];
}

function isRecord(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null;
}

function propertyOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
