import { randomBytes } from "node:crypto";
import type { Config } from "~/config/environment";
import type { PipelineStep } from "~/server/exchange";
import { createSecurityHeaders } from "~/server/security-headers.server";

/** Sets the security headers of every response (docs/product/overview.md#safe), with a new nonce each time. */
export function createSecurityHeaderStep(config: Config): PipelineStep {
  const createHeaders = createSecurityHeaders(config);
  return (exchange, next) => {
    // A nonce needs at least 128 bits (CSP 3, section 7.1).
    const nonce = randomBytes(16).toString("base64url");
    exchange.nonce = nonce;
    const inlineSources = { scripts: [`'nonce-${nonce}'`, "'strict-dynamic'"], styles: [`'nonce-${nonce}'`] };
    for (const [name, value] of createHeaders(inlineSources)) exchange.res.setHeader(name, value);
    return next();
  };
}
