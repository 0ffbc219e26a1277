import { pipelinePaths } from "~/request/paths";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet, { type HelmetOptions } from "helmet";
import type { Config } from "~/config/environment";

/**
 * The `max-age` of the Strict-Transport-Security header: two years in seconds. The browsers' HSTS preload list requires
 * at least one year (RFC 6797, section 6.1.1).
 */
const hstsSeconds = 63_072_000;

/** Returns the value of the Strict-Transport-Security header (HSTS); undefined if the header is not sent. */
function createHstsValue({ secure, hsts }: Pick<Config, "secure" | "hsts">): string | undefined {
  if (!secure || hsts === "off") return undefined;
  return `max-age=${hstsSeconds}${hsts === "subdomains" ? "; includeSubDomains" : ""}`;
}

/** Headers for a response that is not a page. Such a response must not load anything, be framed, or send a referrer. */
const restrictiveHeaders = {
  "Content-Security-Policy": "default-src 'none';frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
} as const;

/**
 * Returns the headers of responses that are neither a page nor a file: probes, metrics, and refusals by Node's HTTP
 * parser.
 */
export function createBareHeaders(config: Pick<Config, "secure" | "hsts">): Record<string, string> {
  const hsts = createHstsValue(config);
  return {
    ...restrictiveHeaders,
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    ...(hsts !== undefined && { "Strict-Transport-Security": hsts }),
    "Cache-Control": "no-store",
  };
}

/** The sources that a Content-Security-Policy allows in addition to the site's own files, as nonces or hashes. */
export interface InlineSources {
  scripts: readonly string[];
  styles: readonly string[];
}

/** Placeholders in the headers that helmet writes once. Each response replaces them with its nonces or hashes. */
const sourcePlaceholders = { scripts: "velvetgate-scripts", styles: "velvetgate-styles" };

/** Returns the policy of pages (CSP 3). Only listed sources are allowed; CSP_*_HOSTS add the operator's hosts. */
function createPolicy(config: Config): NonNullable<HelmetOptions["contentSecurityPolicy"]> {
  const isDevelopment = config.mode === "development";
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", sourcePlaceholders.scripts, ...config.csp.script],
      // In development, Vite inserts inline `<style>` elements.
      styleSrc: isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'", sourcePlaceholders.styles],
      imgSrc: ["'self'", "data:", ...config.csp.img],
      fontSrc: ["'self'"],
      connectSrc: [
        "'self'",
        // In development, Vite's script in the page opens a WebSocket for hot updates.
        ...(isDevelopment ? ["ws:"] : []),
        ...config.csp.connect,
        ...listOrigins(config.sentryDsn),
      ],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      frameSrc: config.csp.frame.length > 0 ? config.csp.frame : ["'none'"],
      mediaSrc: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'", ...[config.links.login, config.links.shop].flatMap((link) => listOrigins(link))],
      frameAncestors: ["'none'"],
      // `report-uri` is needed for browsers that do not support `report-to`.
      reportUri: [`${config.basePath}${pipelinePaths.cspReports}`],
      reportTo: ["csp"],
      ...(config.secure && { upgradeInsecureRequests: [] }),
    },
  };
}

function listOrigins(link: string | undefined): string[] {
  return link?.startsWith("http") ? [new URL(link.replaceAll(/[{}]/g, "")).origin] : [];
}

const documentHeaderNames = [
  "Cross-Origin-Opener-Policy",
  "Origin-Agent-Cluster",
  "Permissions-Policy",
  "Reporting-Endpoints",
  "X-Frame-Options",
];

/**
 * Removes headers that concern only documents from the response of a file. Browsers ignore these headers on files, and
 * they would be half as large as a small file.
 */
export function setFileHeaders(res: ServerResponse): void {
  for (const name of documentHeaderNames) res.removeHeader(name);
  for (const [name, value] of Object.entries(restrictiveHeaders)) res.setHeader(name, value);
}

/**
 * Returns a function that creates the security headers of a response (docs/product/overview.md#safe). Inline scripts
 * and styles are allowed by a nonce, but on shared pages by their hashes, because many clients would know the nonce. A
 * policy with hashes omits 'strict-dynamic', which does not cover imports of a hashed module (CSP 3, section 8.2).
 */
export function createSecurityHeaders(config: Config): (inlineSources: InlineSources) => [string, string][] {
  const headers = createHelmetHeaders(config).map(([name, value]) => ({
    name,
    parts: value.split(new RegExp(` (${sourcePlaceholders.scripts}|${sourcePlaceholders.styles})`)),
  }));
  return ({ scripts, styles }) => {
    const sources: Record<string, string> = {
      [sourcePlaceholders.scripts]: scripts.map((source) => ` ${source}`).join(""),
      [sourcePlaceholders.styles]: styles.map((source) => ` ${source}`).join(""),
    };
    return headers.map(({ name, parts }) => [name, parts.map((part) => sources[part] ?? part).join("")]);
  };
}

/** Returns helmet's headers, with placeholders for the sources of each response. */
function createHelmetHeaders(config: Config): [string, string][] {
  const setHeaders = helmet({
    contentSecurityPolicy: createPolicy(config),
    // With no-referrer, browsers would send `Origin: null` with a form that is submitted without script. The form's
    // origin would then be unproven.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    // Off here, because `createHstsValue` sets Strict-Transport-Security for all responses.
    strictTransportSecurity: false,
    xFrameOptions: { action: "deny" },
    // These headers are off, because no current browser reads them; they would add 120 bytes to each page. They concern
    // DNS prefetching, which browsers do not do under https, a removed XSS filter, Internet Explorer and Flash.
    xDnsPrefetchControl: false,
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  });
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  const hsts = createHstsValue(config);
  res.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  res.setHeader("Reporting-Endpoints", `csp="${config.basePath}${pipelinePaths.cspReports}"`);
  if (hsts !== undefined) res.setHeader("Strict-Transport-Security", hsts);
  setHeaders(req, res, (error) => {
    if (error instanceof Error) throw error;
  });
  return Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]);
}
