export function findBrowser(): string | undefined;
export function findWholeBrowser(): string | undefined;
export function ensureBrowser(): Promise<void>;
export function findFirefox(): string | undefined;
export function ensureFirefox(): Promise<void>;

/** Arguments for a browser without a window and without connections to other hosts. */
export const browserArguments: string[];
