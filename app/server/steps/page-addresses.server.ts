import { isAssetPath, repairDamagedUrl } from "~/request/paths";
import type { Services } from "~/request/services.server";
import type { PipelineStep } from "~/server/exchange";
import { sendText } from "~/server/send-text.server";

/**
 * The not-found page's address outside any base path. The site's script opens this address if the redirect to
 * /error/404 cannot be followed (docs/product/pages.md#pages).
 */
const fallbackPath = "/acquisition/error/404";

/**
 * Passes requests for pages to the next step. Redirects a damaged URL to the repaired one. A missing file gets a plain
 * 404. A request for `fallbackPath` gets the not-found page below the base path.
 */
export function createPageAddressStep({
  config,
  parseAddress,
}: Pick<Services, "config" | "parseAddress">): PipelineStep {
  const { basePath, publicOrigin } = config;
  return (exchange, next) => {
    const { req, res } = exchange;
    res.setHeader("Cache-Control", "no-store");
    const { path, pathBelowBase, search } = exchange.address;
    if (basePath !== "" && path === fallbackPath) {
      exchange.address = parseAddress(`${basePath}${path}`);
      return next();
    }
    if (pathBelowBase === undefined || isAssetPath(pathBelowBase)) {
      sendText(res, 404, "Not found\n");
      return;
    }
    const target = req.method === "POST" ? undefined : repairDamagedUrl(pathBelowBase, search);
    if (target === undefined) return next();
    const { pathname, search: query } = new URL(`${basePath}${target}`, publicOrigin);
    res.writeHead(302, { Location: `${pathname}${query}`, "Content-Length": 0 }).end();
  };
}
