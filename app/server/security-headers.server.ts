import { stepPaths } from "~/request/paths";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet, { type HelmetOptions } from "helmet";
import type { Config } from "~/config/environment";
import { closedHeaders, strictTransportSecurity } from "./bare-answers.server";

/** The sources that a Content-Security-Policy allows in addition to the site's own files: nonces or hashes. */
export interface InlineSources {
  scripts: readonly string[];
  styles: readonly string[];
}

/** Placeholders for the sources of an answer in the headers that helmet writes once. */
const placeholders = { scripts: "velvetgate-scripts", styles: "velvetgate-styles" };

/** Returns the policy of pages (CSP 3). Only listed sources are allowed; the operator's hosts come from CSP_*_HOSTS. */
function contentSecurityPolicy(config: Config): NonNullable<HelmetOptions["contentSecurityPolicy"]> {
  const dev = config.mode === "development";
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", placeholders.scripts, ...config.csp.script],
      // Development needs inline styles and a socket.
      styleSrc: dev ? ["'self'", "'unsafe-inline'"] : ["'self'", placeholders.styles],
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
      // For browsers without `report-to`.
      reportUri: [`${config.basePath}${stepPaths.cspReports}`],
      reportTo: ["csp"],
      ...(config.secure && { upgradeInsecureRequests: [] }),
    },
  };
}

function originOf(link: string | undefined): string[] {
  return link?.startsWith("http") ? [new URL(link.replaceAll(/[{}]/g, "")).origin] : [];
}

const documentHeaderNames = [
  "Cross-Origin-Opener-Policy",
  "Origin-Agent-Cluster",
  "Permissions-Policy",
  "Reporting-Endpoints",
  "X-Frame-Options",
];

/** Removes headers from a file that browsers use for documents only: they would be half the size of a small file. */
export function fileHeaders(res: ServerResponse): void {
  for (const name of documentHeaderNames) res.removeHeader(name);
  for (const [name, value] of Object.entries(closedHeaders)) res.setHeader(name, value);
}

/**
 * Returns a function that creates the headers of an answer (docs/product/overview.md#safe) for its inline scripts and
 * styles. A personalized page lists them by a nonce. A shared page lists their hashes, since many clients would know
 * its nonce. It does without 'strict-dynamic', which does not cover imports of a hashed module (CSP 3, section 8.2).
 */
export function securityHeadersFor(config: Config): (inline: InlineSources) => [string, string][] {
  const headers = sharedHeaders(config).map(([name, value]) => ({
    name,
    parts: value.split(new RegExp(` (${placeholders.scripts}|${placeholders.styles})`)),
  }));
  return ({ scripts, styles }) => {
    const sources: Record<string, string> = {
      [placeholders.scripts]: scripts.map((source) => ` ${source}`).join(""),
      [placeholders.styles]: styles.map((source) => ` ${source}`).join(""),
    };
    return headers.map(({ name, parts }) => [name, parts.map((part) => sources[part] ?? part).join("")]);
  };
}

/** Returns the headers with placeholders for the sources, as helmet writes them. */
function sharedHeaders(config: Config): [string, string][] {
  const setHeaders = helmet({
    contentSecurityPolicy: contentSecurityPolicy(config),
    // With no-referrer, a form that is sent without script has `Origin: null`.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    // Set below: helmet cannot share the value with the other answers.
    strictTransportSecurity: false,
    xFrameOptions: { action: "deny" },
    // No current browser reads these: they concern Internet Explorer, Flash, a removed XSS filter, and a prefetch that
    // browsers do not do under https. They cost 120 bytes a page.
    xDnsPrefetchControl: false,
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  });
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  const hsts = strictTransportSecurity(config);
  res.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  res.setHeader("Reporting-Endpoints", `csp="${config.basePath}${stepPaths.cspReports}"`);
  if (hsts !== undefined) res.setHeader("Strict-Transport-Security", hsts);
  setHeaders(req, res, (error) => {
    if (error instanceof Error) throw error;
  });
  return Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]);
}
