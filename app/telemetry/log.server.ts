import pino from "pino";
import { logDestination } from "./destination.server";
import { plainRedactor, redactorFor } from "./redaction";
import type { Report } from "./reporter.server";
import type { Visit } from "./visit.server";

const ofVisit = Symbol("visit");

/** What is understood of a line's facts. */
interface Facts {
  err?: unknown;
  /** The id that a visitor can quote: of a call to acq, or of the whole request. */
  correlationId?: unknown;
  [ofVisit]?: Visit | undefined;
}

/** @param facts what a line says besides its text; an error is called `err` */
export type Tell = (facts: object, text: string) => void;
export type Log = Record<"debug" | "info" | "warn" | "error" | "fatal", Tell>;

/**
 * One JSON object a line on standard output; pretty on a terminal (contract.md, section 2). People's data are taken out
 * of every line, and what is an error or worse is also reported.
 */
export function createLog(level: string, report: (report: Report) => void): Log {
  const out = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, logDestination());

  function write(kind: keyof Log, facts: Facts, text: string): void {
    const isFault = kind === "error" || kind === "fatal";
    if (!isFault && !out.isLevelEnabled(kind)) return;
    const { [ofVisit]: visit, correlationId = visit?.correlationId, ...rest } = facts;
    const redactor = visit ? redactorFor(() => visit.typed()) : plainRedactor;
    // Ids that the site itself has made stay: log, report and page are put together by them.
    const id = correlationId === undefined ? {} : { correlationId };
    out[kind]({ ...id, ...redactor.copy(rest) }, redactor.text(text));
    if (!isFault) return;
    const { err: error, ...others } = rest;
    report({ level: kind, error, facts: { ...others }, text, redactor, correlationId, visit });
  }

  const tell =
    (kind: keyof Log): Tell =>
    (facts, text) => {
      write(kind, facts, text);
    };
  return {
    debug: tell("debug"),
    info: tell("info"),
    warn: tell("warn"),
    error: tell("error"),
    fatal: tell("fatal"),
  };
}

/** A log whose lines, and the reports of them, hold nothing of this visitor, but their correlation id. */
export function logOf(log: Log, visit: Visit): Log {
  const bound =
    (kind: keyof Log): Tell =>
    (facts, text) => {
      log[kind]({ ...facts, [ofVisit]: visit }, text);
    };
  return {
    debug: bound("debug"),
    info: bound("info"),
    warn: bound("warn"),
    error: bound("error"),
    fatal: bound("fatal"),
  };
}
