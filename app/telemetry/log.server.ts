import pino, { type Logger } from "pino";
import pretty from "pino-pretty";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal">;

/** One JSON object a line on standard output; pretty on a terminal (contract.md, section 2). */
export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, pretty({ colorize: true, ignore: "pid,hostname" }));
}
