import type { LoaderFunctionArgs } from "@remix-run/node";
import { getRequestContext } from "~/request/context.server";
import { createPublicFileResponse } from "~/request/replies.server";
import { localeCodes } from "~/i18n/locales";

/** Paths of personal pages, and of actions without a page. Crawlers must not request them. */
const disallowedPaths = [
  "/registration/",
  "/admin/",
  "/s/",
  "/language",
  "/consent",
  "/login",
  "/logout",
  "/invite",
];
/** An exception to a disallowed path: the longest rule that matches a path applies (RFC 9309, section 2.2.2). */
const allowedPath = "/registration/gift-voucher";

export function loader(args: LoaderFunctionArgs) {
  const { publicOrigin, basePath } = getRequestContext(args).config;
  const pathPrefixes = ["", ...localeCodes.map((localeCode) => `/${localeCode}`)].map(
    (prefix) => basePath + prefix,
  );
  const rules = pathPrefixes.flatMap((pathPrefix) => [
    `Allow: ${pathPrefix}${allowedPath}`,
    ...disallowedPaths.map((path) => `Disallow: ${pathPrefix}${path}`),
  ]);
  const lines = ["User-agent: *", ...rules, "", `Sitemap: ${publicOrigin}${basePath}/sitemap.xml`, ""];
  return createPublicFileResponse(lines.join("\n"), "text/plain; charset=utf-8");
}
