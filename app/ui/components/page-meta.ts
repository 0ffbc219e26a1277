import type { MetaDescriptor } from "@remix-run/node";

export interface PageMetaData {
  title: string;
  description: string;
  share: ShareData;
  /** The organization as schema.org data. Only the landing page has it. */
  organization?: Record<string, string> | undefined;
}

/**
 * The preview card that other sites and apps show for a link to the page. It never contains the invitation code. Only
 * an invitation's card contains a member's name.
 */
export interface ShareData {
  /** The title on the preview card, if it differs from the page's title. */
  title?: string | undefined;
  site: string;
  /** The Open Graph locale, for example "de_DE". */
  locale: string;
  /** The URL that the preview card links to. If undefined, the card links to the page's own URL. */
  url?: string | undefined;
  image: string;
  /** The size of the preview card's picture in pixels. */
  imageWidth: string;
  imageHeight: string;
  imageAlt: string;
}

/**
 * Returns the meta elements of a page from its loader's data: title, description, and the preview card of a link to it.
 * Returns none if the loader failed: the error page has its own meta elements (error-head.tsx).
 */
export function createPageMeta({ data }: { data: { page: PageMetaData } | undefined }): MetaDescriptor[] {
  // Only the server renders the document's head. The browser's build therefore drops the code below.
  if (!import.meta.env.SSR || !data) return [];
  const { title, description, share, organization } = data.page;
  return [
    { title },
    { name: "description", content: description },
    { property: "og:title", content: share.title ?? title },
    { property: "og:description", content: description },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: share.site },
    { property: "og:locale", content: share.locale },
    ...(share.url === undefined ? [] : [{ property: "og:url", content: share.url }]),
    { property: "og:image", content: share.image },
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:width", content: share.imageWidth },
    { property: "og:image:height", content: share.imageHeight },
    { property: "og:image:alt", content: share.imageAlt },
    {
      name: "twitter:card",
      content: share.imageWidth === share.imageHeight ? "summary" : "summary_large_image",
    },
    // The Content-Security-Policy allows this script element, because it is a data block, which is not executed (HTML,
    // "prepare the script element").
    ...(organization ? [{ "script:ld+json": organization }] : []),
  ];
}

/** Returns the title in the data of any route's loader; undefined if the data have none. */
export function createPageTitle(data: unknown): string | undefined {
  const { page }: { page?: PageMetaData } = typeof data === "object" && data !== null ? data : {};
  return page?.title;
}
