export function findHaproxy(): string | undefined;
export function ensureHaproxy(): Promise<void>;
