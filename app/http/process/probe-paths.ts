/** What machines ask every few seconds: never below a base path, never a page (contract.md, section 4). */
export const probePaths: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);
