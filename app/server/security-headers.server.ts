import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { RequestHandler } from "express";
import helmet, { type HelmetOptions } from "helmet";
import type { Config } from "~/config/environment";
import { closedHeaders, strictTransportSecurity } from "./bare-answers.server";

/** The sources that an answer's Content-Security-Policy allows besides the site's own files: nonces or hashes. */
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
function contentSecurityPolicy(
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

/** The nonce of an answer's scripts, made where it was first wanted. */
export const nonces = new WeakMap<object, string>();

type SetHeaders = (req: IncomingMessage, res: ServerResponse, inline: InlineSources) => void;

/**
 * The headers of every answer (docs/product.md#safe). Scripts, and styles within a page, work by a nonce that is new
 * each time; a development server's styles and socket are let through in development only.
 */
export function securityHeaders(config: Config, newNonce: () => string): RequestHandler {
  const setHeaders = headerSetter(config);
  return (req, res, next) => {
    const nonce = nonces.get(res) ?? newNonce();
    nonces.set(res, nonce);
    setHeaders(req, res, { scripts: [`'nonce-${nonce}'`, "'strict-dynamic'"], styles: [`'nonce-${nonce}'`] });
    next();
  };
}

const ofDocuments = [
  "Cross-Origin-Opener-Policy",
  "Origin-Agent-Cluster",
  "Permissions-Policy",
  "Reporting-Endpoints",
  "X-Frame-Options",
];

/** Leaves out for a file what browsers heed in documents alone: a page's small files would be half headers. */
export function fileHeaders(res: ServerResponse): void {
  for (const name of ofDocuments) res.removeHeader(name);
  for (const [name, value] of Object.entries(closedHeaders)) res.setHeader(name, value);
}

/**
 * The same headers for a page that is sent to many, as name and value in turn. Its scripts and styles work by their
 * hashes: a nonce that many know is none. Without 'strict-dynamic', which does not reach what a hashed module imports
 * (CSP 3, section 8.2).
 */
export function sharedSecurityHeaders(config: Config): (inline: InlineSources) => [string, string][] {
  const setHeaders = headerSetter(config);
  return (inline) => {
    const req = new IncomingMessage(new Socket());
    const res = new ServerResponse(req);
    setHeaders(req, res, inline);
    return Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]);
  };
}

function headerSetter(config: Config): SetHeaders {
  const inlineOf = new WeakMap<object, InlineSources>();
  const headers = helmet({
    contentSecurityPolicy: contentSecurityPolicy(config, (res) => inlineOf.get(res)),
    // Not no-referrer: with it a form sent without script says `Origin: null`.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    // Set below: helmet cannot share the value with the other answers.
    strictTransportSecurity: false,
    xFrameOptions: { action: "deny" },
    // No current browser reads these: they are about Internet Explorer, Flash, an XSS filter that is gone from all
    // browsers, and a prefetch that browsers do not do under https. They cost 120 bytes a page.
    xDnsPrefetchControl: false,
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  });
  const hsts = strictTransportSecurity(config);
  const reportingEndpoints = `csp="${config.basePath}/csp-reports"`;
  return (req, res, inline) => {
    inlineOf.set(res, inline);
    res.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    res.setHeader("Reporting-Endpoints", reportingEndpoints);
    if (hsts !== undefined) res.setHeader("Strict-Transport-Security", hsts);
    headers(req, res, (error) => {
      if (error instanceof Error) throw error;
    });
  };
}
