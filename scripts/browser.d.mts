export function findBrowser(): string | undefined;
export function findWholeBrowser(): string | undefined;
export function ensureBrowser(): Promise<void>;
export function findFirefox(): string | undefined;
export function ensureFirefox(): Promise<void>;

/** So that it has no window, and asks nobody but our servers for anything. */
export const browserArguments: string[];
