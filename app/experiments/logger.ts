import type { Log } from "~/telemetry/log.server";

/** As much of the log as is needed here. */
export type Tell = Pick<Log, "info" | "warn" | "error">;
