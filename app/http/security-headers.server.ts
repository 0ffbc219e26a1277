import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import helmet from "helmet";
import type { Config } from "~/config/environment";

/** The nonce of an answer's scripts, made by `securityHeaders`. */
export const nonces = new WeakMap<object, string>();

function nonceOf(_req: IncomingMessage, res: ServerResponse): string {
  return `'nonce-${nonces.get(res) ?? ""}'`;
}

/**
 * The headers of every answer (quality.md, "Safe"). Scripts, and styles within a page, work by nonce alone; a development server's styles
 * and socket are let through in development only.
 */
export function securityHeaders(config: Config, newNonce: () => string): RequestHandler {
  const dev = config.mode === "development";
  const elsewhere = [config.links.login, config.links.shop].flatMap((link) => originOf(link));
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", nonceOf, "'strict-dynamic'", ...config.csp.script],
        styleSrc: ["'self'", dev ? "'unsafe-inline'" : nonceOf],
        imgSrc: ["'self'", "data:", ...config.csp.img],
        connectSrc: ["'self'", ...(dev ? ["ws:"] : []), ...config.csp.connect],
        frameSrc: config.csp.frame.length > 0 ? config.csp.frame : ["'none'"],
        formAction: ["'self'", ...elsewhere],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        reportUri: [`${config.basePath}/csp-reports`],
        ...(config.secure && { upgradeInsecureRequests: [] }),
      },
    },
    // Not no-referrer: with it a form sent without script says `Origin: null`.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: config.secure && { maxAge: 63_072_000, includeSubDomains: true },
    xFrameOptions: { action: "deny" },
  });
  return (req, res, next) => {
    nonces.set(res, newNonce());
    res.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    headers(req, res, next);
  };
}

function originOf(link: string | undefined): string[] {
  return link?.startsWith("http") ? [new URL(link.replaceAll(/[{}]/g, "")).origin] : [];
}
