import type { Config } from "~/config/environment";
import { cookiesFor } from "./cookies.server";

/**
 * Returns true if a request has any cookie of this site, including the member's token. A request without one is a first
 * visit, or comes from a browser that stores no cookies (docs/decisions/without-cookies.md).
 *
 * @param requestCookies - the request's cookies by name
 */
export function hasOwnCookies(
  requestCookies: Partial<Record<string, string>>,
  config: Pick<Config, "secure" | "basePath" | "token">,
): boolean {
  const names = [config.token.cookie, ...Object.values(cookiesFor(config)).map(({ name }) => name)];
  return names.some((name) => requestCookies[name] !== undefined);
}
