import type { Config } from "~/config/environment";
import { isAssetPath } from "~/request/paths";
import { readHostname } from "~/server/client-address.server";
import type { PipelineStep } from "~/server/exchange";
import { createBareHeaders } from "~/server/security-headers.server";

/**
 * Redirects `www.HOST` to HOST, and the reverse, if only one of them is a host of the site (PUBLIC_ORIGIN and
 * LOCALE_DOMAINS). Otherwise the visitor would see the pages, but the site would refuse their forms because of the
 * other origin.
 */
export function createWwwHostStep(config: Config): PipelineStep {
  const targetOrigins = mapOtherHosts(config);
  const headers = createBareHeaders(config);
  return ({ req, res, address: { path, search } }, next) => {
    const origin = targetOrigins.get(readHostname(req.headers, config.trustedProxyCount).toLowerCase());
    const isPageRequest = (req.method === "GET" || req.method === "HEAD") && !isAssetPath(path);
    if (origin === undefined || !isPageRequest || !path.startsWith("/")) return next();
    res.writeHead(302, { ...headers, Location: `${origin}${path}${search}`, "Content-Length": 0 }).end();
  };
}

/**
 * Maps each host name that differs only by `www.` from one of the site's host names to that host's origin. A host name
 * that belongs to the site itself is omitted.
 */
function mapOtherHosts({
  publicOrigin,
  localeDomains,
}: Pick<Config, "publicOrigin" | "localeDomains">): ReadonlyMap<string, string> {
  const { protocol, hostname: publicHost } = new URL(publicOrigin);
  const originsByHost = new Map([...localeDomains.keys()].map((host) => [host, `${protocol}//${host}`]));
  originsByHost.set(publicHost, publicOrigin);
  const otherHosts = [...originsByHost].map(([host, origin]): [string, string] => [
    host.startsWith("www.") ? host.slice("www.".length) : `www.${host}`,
    origin,
  ]);
  return new Map(otherHosts.filter(([host]) => !originsByHost.has(host)));
}
