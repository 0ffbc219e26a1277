const dummyOrigin = "http://site.invalid";

/**
 * A path of this site, below the base path and with its query, out of what a client sent; "/" for anything
 * that a browser could take for another host (docs/product.md#languages).
 */
export function safeReturnTo(text: string): string {
  if (text.length > 2048 || !text.startsWith("/") || /\p{Cc}/u.test(text)) return "/";
  if (!URL.canParse(text, dummyOrigin)) return "/";
  const { origin, pathname, search, hash } = new URL(text, dummyOrigin);
  return origin === dummyOrigin && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : "/";
}
