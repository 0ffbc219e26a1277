import pino from "pino";
import { logDestination } from "./destination.server";
import { errorFacts, type ErrorFacts } from "./error-facts";
import { allowedFacts, type LogFacts, type LogMethod } from "./log-facts";
import type { Report } from "./sentry.server";
import type { NamedRequest } from "./request-record.server";

export type Log = Record<"debug" | "info" | "warn" | "error" | "fatal", LogMethod>;

export interface ProcessLog extends Log {
  /** A log whose lines and reports name this request. */
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
 * One JSON object a line on standard output; pretty on a terminal (docs/decisions/telemetry.md). Lines are made of an
 * allow-list of facts, and what is an error or worse is also reported. Never throws.
 */
export function createLog({ level, report, showsMessages }: LogOptions): ProcessLog {
  const out = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, logDestination());

  function write(kind: keyof Log, request: NamedRequest | undefined, given: LogFacts, text: string): void {
    const isFault = kind === "error" || kind === "fatal";
    if (!isFault && !out.isLevelEnabled(kind)) return;
    try {
      const ofCall = given.correlationId === undefined ? undefined : { requestId: request?.correlationId };
      const facts = allowedFacts({ ...request, ...ofCall, ...given });
      const errors = given.err === undefined ? [] : errorFacts(given.err);
      const err = errors[0] && (showsMessages ? withMessages(given.err) : writtenError(errors));
      out[kind]({ ...facts, ...(err && { err }) }, text);
      if (isFault) report({ level: kind, errors, facts, text, request });
    } catch {
      // The last resort: that it happened.
      out[kind]({}, text);
    }
  }

  function of(request: NamedRequest | undefined): Log {
    const method =
      (kind: keyof Log): LogMethod =>
      (facts, text) => {
        write(kind, request, facts, text);
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

/** Returns what a developer reads of an error: its class, message and stack, and those of its cause. */
function withMessages(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name: type, message, stack, cause } = error;
  return { type, message, stack, ...(cause !== undefined && { cause: withMessages(cause) }) };
}

/** The names that tools for logs know. */
function writtenError([error, ...causes]: ErrorFacts[]): object {
  if (!error) return {};
  return { ...written(error), ...(causes.length > 0 && { causes: causes.map(written) }) };
}

function written({ frames, ...facts }: ErrorFacts): object {
  const lines = frames.map(({ function: name = "", file, line, column }) => {
    return `at ${name} (${file}:${line.toString()}:${column.toString()})`;
  });
  return { ...facts, ...(lines.length > 0 && { stack: lines.join("\n") }) };
}

/**
 * A package's console output becomes a line of the log, without its words: they would pass by everything that keeps
 * visitors' words out of it.
 */
export function takeConsole(log: Pick<Log, "warn">): void {
  for (const name of ["debug", "error", "info", "log", "trace", "warn"] as const)
    console[name] = (...written: unknown[]) => {
      // Where there is no error, the place that this was called from names the package.
      const err = written.find((one) => one instanceof Error) ?? new Error();
      log.warn({ err }, "a package wrote to the console");
    };
}
