/** Where the site lives, as far as cookies are concerned. */
export interface CookieHome {
  secure: boolean;
  basePath: string;
}

/** The prefix of the names of our cookies (docs/product.md#cookies-and-storage). */
export function cookiePrefix({ secure, basePath }: CookieHome): string {
  if (!secure) return "";
  return basePath ? "__Secure-" : "__Host-";
}
