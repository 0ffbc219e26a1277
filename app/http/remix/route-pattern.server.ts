import { splitPrefix } from "~/i18n/negotiate";
import { files } from "~/routes";
import { isAssetPath } from "../files/asset-path";
import { securityTxtPath } from "../files/security-txt.server";
import { askedFor } from "../page-url";
import { patternAt, withoutLastSlash } from "../paths";
import { probePaths } from "../process/probe-paths";

/** What is no page and has a name of its own. */
const named = new Set([
  ...["/csp-reports", "/acquisition/defaults.json", "/acquisition/error/404", securityTxtPath],
  ...Object.keys(files).map((file) => `/${file}`),
]);
const folders = ["/assets/", "/entrance/"];
/** Everything that is no page's address. */
const other = "*";

/**
 * Which page an address belongs to, as the pattern in app/routes.ts without its locale: one of few, so that it may be
 * told to anyone. The way to a page goes another way (page-handlers.server.ts): this one costs next to nothing.
 */
export function routePatterns(basePath: string): (url: string) => string {
  return (url) => {
    const end = url.indexOf("?");
    const asked = end === -1 ? url : url.slice(0, end);
    if (probePaths.has(asked)) return asked;
    const path = asked.startsWith(`${basePath}/`) ? asked.slice(basePath.length) : asked;
    if (path === asked && basePath !== "" && asked !== basePath && !anywhere(asked)) return other;
    if (path === basePath) return patternAt("/");
    const page = path.endsWith(".data") ? askedFor(path).url : path;
    const { rest } = splitPrefix(page);
    const plain = withoutLastSlash(rest);
    if (named.has(plain)) return plain;
    if (!isAssetPath(plain)) return patternAt(plain);
    const folder = folders.find((name) => plain.startsWith(name));
    return folder === undefined ? "/:file" : `${folder}*`;
  };
}

/** Answered under any base path (docs/product.md#pages). */
function anywhere(path: string): boolean {
  return path.startsWith("/acquisition/") || path.startsWith("/entrance/") || path === securityTxtPath;
}
