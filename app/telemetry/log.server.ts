import pino from "pino";
import { logDestination } from "./destination.server";
import { errorFacts, type ErrorFacts } from "./error-facts";
import { allowedFields, type LogFields, type LogMethod } from "./log-facts";
import type { Report } from "./sentry.server";
import type { NamedRequest } from "./request-record.server";

export type Log = Record<"debug" | "info" | "warn" | "error" | "fatal", LogMethod>;

export interface ProcessLog extends Log {
  /** Returns a log that adds the request's id, route and method to its lines and reports. */
  of(request: NamedRequest): Log;
}

interface LogOptions {
  level: string;
  /** Receives each error and each fatal error. */
  report: (report: Report) => void;
  /** Writes an error's own message and stack. For development only: they may hold a visitor's input. */
  showsMessages: boolean;
}

/**
 * Creates the log: one JSON object per line on standard output, formatted on a terminal (docs/decisions/telemetry.md).
 * Lines contain allowed fields only; errors are also reported. Never throws.
 */
export function createLog({ level, report, showsMessages }: LogOptions): ProcessLog {
  const out = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, logDestination());

  function write(kind: keyof Log, request: NamedRequest | undefined, input: LogFields, text: string): void {
    const isFault = kind === "error" || kind === "fatal";
    if (!isFault && !out.isLevelEnabled(kind)) return;
    try {
      const callFields =
        input.correlationId === undefined ? undefined : { requestId: request?.correlationId };
      const fields = allowedFields({ ...request, ...callFields, ...input });
      const errors = input.err === undefined ? [] : errorFacts(input.err);
      const err = errors[0] && (showsMessages ? formatWithMessages(input.err) : formatErrors(errors));
      out[kind]({ ...fields, ...(err && { err }) }, text);
      if (isFault) report({ level: kind, errors, fields, text, request });
    } catch {
      // Logs the event without its fields.
      out[kind]({}, text);
    }
  }

  function of(request: NamedRequest | undefined): Log {
    const method =
      (kind: keyof Log): LogMethod =>
      (fields, text) => {
        write(kind, request, fields, text);
      };
    return {
      debug: method("debug"),
      info: method("info"),
      warn: method("warn"),
      error: method("error"),
      fatal: method("fatal"),
    };
  }

  return { ...of(undefined), of };
}

/** Returns an error for developers: its class, message and stack, and those of its cause. */
function formatWithMessages(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name: type, message, stack, cause } = error;
  return { type, message, stack, ...(cause !== undefined && { cause: formatWithMessages(cause) }) };
}

/** Uses the field names of log tools. */
function formatErrors([error, ...causes]: ErrorFacts[]): object {
  if (!error) return {};
  return { ...formatError(error), ...(causes.length > 0 && { causes: causes.map(formatError) }) };
}

function formatError({ frames, ...rest }: ErrorFacts): object {
  const lines = frames.map(({ function: name = "", file, line, column }) => {
    return `at ${name} (${file}:${line.toString()}:${column.toString()})`;
  });
  return { ...rest, ...(lines.length > 0 && { stack: lines.join("\n") }) };
}

/** Turns a package's console output into a log line without its text, which may contain a visitor's input. */
export function redirectConsole(log: Pick<Log, "warn">): void {
  for (const name of ["debug", "error", "info", "log", "trace", "warn"] as const)
    console[name] = (...args: unknown[]) => {
      // Without an error, the stack of this call names the package.
      const err = args.find((one) => one instanceof Error) ?? new Error();
      log.warn({ err }, "a package wrote to the console");
    };
}
