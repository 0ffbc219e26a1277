/** What machines ask every few seconds: never below a base path, never a page (docs/product.md#pages). */
export const probePaths: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);
