export function findSystemdAnalyze(): string | undefined;
export function ensureSystemdAnalyze(): Promise<void>;
