/** As much of the log as is needed here. */
export type Tell = Record<"info" | "warn" | "error", (facts: object, text: string) => void>;
