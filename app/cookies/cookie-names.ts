/** The settings that cookie names and attributes depend on. */
export interface CookieScope {
  secure: boolean;
  basePath: string;
}

/** Returns the prefix of the site's cookie names (docs/product/cookies-and-events.md#cookies-and-storage). */
export function createCookiePrefix({ secure, basePath }: CookieScope): string {
  if (!secure) return "";
  return basePath ? "__Secure-" : "__Host-";
}
