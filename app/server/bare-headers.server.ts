import type { Config } from "~/config/environment";

/** Two years, as the preload list of browsers asks for (RFC 6797, section 6.1.1). */
export const hstsSeconds = 63_072_000;

/** Of an answer in which nothing is to be run, loaded, framed or told of. */
export const closedHeaders = {
  "Content-Security-Policy": "default-src 'none';frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
} as const;

/**
 * The headers of an answer that is neither a page nor a file: of probes, of metrics, and of what is refused before any
 * handler sees it.
 */
export function bareHeaders({ secure }: Pick<Config, "secure">): Record<string, string> {
  return {
    ...closedHeaders,
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    ...(secure && { "Strict-Transport-Security": `max-age=${hstsSeconds}; includeSubDomains` }),
    "Cache-Control": "no-store",
  };
}
