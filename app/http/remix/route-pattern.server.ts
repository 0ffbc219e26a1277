import type { ServerBuild } from "@remix-run/node";
import { splitPrefix } from "~/i18n/negotiate";
import { isAssetPath } from "../files/asset-path";
import { securityTxtPath } from "../files/security-txt.server";
import { askedFor } from "../page-url";
import { probePaths } from "../process/probe-paths";

const outsideRemix = ["/csp-reports", "/acquisition/defaults.json", securityTxtPath];
const folders = ["/assets/", "/entrance/"];
const landing = "/:slug?";
/** Everything that is no page's address. */
const other = "*";

/**
 * Which page an address belongs to, as the pattern in app/routes.ts without its locale: one of few, so that it may be
 * told to anyone. The way to a page goes another way (page-handlers.server.ts): this one costs next to nothing.
 */
export function routePatterns(routes: ServerBuild["routes"], basePath: string): (url: string) => string {
  const patterns = new Set(
    Object.values(routes).flatMap(({ path, parentId }) =>
      parentId === "root" && path !== undefined ? [splitPrefix(`/${path}`).rest] : [],
    ),
  );
  const whole = new Set([...patterns, ...outsideRemix].filter((pattern) => !/[:*]/.test(pattern)));
  const open = [...patterns]
    .filter((pattern) => pattern.includes(":") && pattern !== landing)
    .map((pattern) => ({ pattern, start: pattern.slice(0, pattern.indexOf(":")) }));

  function pageAt(path: string): string {
    if (whole.has(path)) return path;
    const lastSlash = path.lastIndexOf("/");
    const start = path.slice(0, lastSlash + 1);
    const found = open.find((one) => one.start === start);
    if (found) return found.pattern;
    return lastSlash === 0 ? landing : other;
  }

  return (url) => {
    const end = url.indexOf("?");
    const asked = end === -1 ? url : url.slice(0, end);
    if (probePaths.has(asked)) return asked;
    const path = asked.startsWith(`${basePath}/`) ? asked.slice(basePath.length) : asked;
    if (path === asked && basePath !== "" && asked !== basePath && !anywhere(asked)) return other;
    if (path === basePath) return landing;
    const page = path.endsWith(".data") ? askedFor(path).url : path;
    const { rest } = splitPrefix(page);
    const plain = rest.length > 1 && rest.endsWith("/") ? rest.slice(0, -1) : rest;
    if (!isAssetPath(plain) || whole.has(plain)) return pageAt(plain);
    const folder = folders.find((name) => plain.startsWith(name));
    return folder === undefined ? "/:file" : `${folder}*`;
  };
}

/** Answered under any base path (docs/product.md#pages). */
function anywhere(path: string): boolean {
  return path.startsWith("/acquisition/") || path.startsWith("/entrance/") || path === securityTxtPath;
}
