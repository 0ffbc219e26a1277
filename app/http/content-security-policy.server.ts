import type { HelmetOptions } from "helmet";
import type { Config } from "~/config/environment";

/** What an answer's Content-Security-Policy lets through besides the site's own files: nonces or hashes. */
export interface InlineSources {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * The policy of pages (CSP 3): nothing is let through that is not named here. Each directive names what its page needs;
 * the operator's hosts come from CSP_*_HOSTS.
 *
 * @param inlineOf the scripts and styles that stand in this answer's page itself
 */
export function contentSecurityPolicy(
  config: Config,
  inlineOf: (res: object) => InlineSources | undefined,
): NonNullable<HelmetOptions["contentSecurityPolicy"]> {
  const dev = config.mode === "development";
  const sourcesFor = (kind: keyof InlineSources) => (_req: unknown, res: object) =>
    ["'self'", ...(inlineOf(res)?.[kind] ?? [])].join(" ");
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: [sourcesFor("scripts"), ...config.csp.script],
      // A development server's styles and socket are let through in development only.
      styleSrc: dev ? ["'self'", "'unsafe-inline'"] : [sourcesFor("styles")],
      imgSrc: ["'self'", "data:", ...config.csp.img],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(dev ? ["ws:"] : []), ...config.csp.connect, ...originOf(config.sentryDsn)],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      frameSrc: config.csp.frame.length > 0 ? config.csp.frame : ["'none'"],
      mediaSrc: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'", ...[config.links.login, config.links.shop].flatMap((link) => originOf(link))],
      frameAncestors: ["'none'"],
      // The older way, for browsers that do not know `report-to`.
      reportUri: [`${config.basePath}/csp-reports`],
      reportTo: ["csp"],
      ...(config.secure && { upgradeInsecureRequests: [] }),
    },
  };
}

function originOf(link: string | undefined): string[] {
  return link?.startsWith("http") ? [new URL(link.replaceAll(/[{}]/g, "")).origin] : [];
}
