import type { LoaderFunctionArgs } from "@remix-run/node";
import { getRequestContext } from "~/request/context.server";
import { createAlternates } from "~/request/urls.server";
import { createPublicFileResponse } from "~/request/replies.server";
import { sitemapPaths } from "~/request/paths";

/** Returns the sitemap: all public pages in all languages, each with links to its other languages (sitemaps.org). */
export function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const entries = sitemapPaths.flatMap((path) => {
    const { languages } = createAlternates({ ...context, path });
    const links = languages.map(
      ({ language, url }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`,
    );
    return languages.map(({ url }) => `<url><loc>${url}</loc>${links.join("")}</url>`);
  });
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    "</urlset>",
    "",
  ];
  return createPublicFileResponse(sitemap.join("\n"), "application/xml; charset=utf-8");
}
