import type { Config } from "~/config/environment";
import { createNonce } from "~/request/tokens/fresh-bytes.server";
import type { Step } from "~/server/exchange";
import { createSecurityHeaders } from "~/server/security-headers.server";

/** Sets the security headers of every response (docs/product/overview.md#safe), with a new nonce each time. */
export function securityHeaders(config: Config): Step {
  const headersWith = createSecurityHeaders(config);
  return (exchange, next) => {
    const nonce = createNonce();
    exchange.nonce = nonce;
    const inline = { scripts: [`'nonce-${nonce}'`, "'strict-dynamic'"], styles: [`'nonce-${nonce}'`] };
    for (const [name, value] of headersWith(inline)) exchange.res.setHeader(name, value);
    return next();
  };
}
