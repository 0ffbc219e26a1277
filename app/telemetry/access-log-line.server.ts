import pino from "pino";
import { logDestination } from "./destination.server";
import type { RequestRecord } from "./request-record.server";

/** How a request ended; with its record it is all that is told of it, and none of it is a word of its sender's. */
export interface RequestEnd {
  level: "debug" | "info" | "warn";
  method: string | undefined;
  route: string;
  status: number;
  /** Undefined where it never began. */
  durationMs: number | undefined;
  gone: boolean;
}

/**
 * Writes the lines of requests as pino would, and by hand: thousands of pages a second come from the cache, and pino
 * would take a tenth of their time. Nothing is escaped, since every value is a number or made of letters, digits, spaces
 * and harmless signs.
 */
export function requestLineWriter(leastLevel: string): (end: RequestEnd, record: RequestRecord) => void {
  const { values } = pino.levels;
  const least = leastLevel === "silent" ? Infinity : (values[leastLevel] ?? 0);
  const destination = logDestination();
  const timeNow = clockTexts();

  return (end, record) => {
    const level = values[end.level] ?? 0;
    if (level < least) return;
    let text = `{"level":${level},"time":"${timeNow()}"`;
    if (end.method) text += `,"method":"${end.method}"`;
    text += `,"route":"${end.route}","status":${end.status}`;
    if (end.durationMs !== undefined) text += `,"durationMs":${rounded(end.durationMs)}`;
    text += `,"correlationId":"${record.correlationId}"`;
    if (record.session !== undefined) text += `,"session":"${record.session}"`;
    if (record.locale !== undefined) text += `,"locale":"${record.locale}"`;
    text += `,"cache":"${record.cache}"`;
    if (record.acqMs !== undefined) text += `,"acqMs":${rounded(record.acqMs)}`;
    if (record.refusal !== undefined) text += `,"refusal":"${record.refusal}"`;
    if (end.gone) text += `,"gone":true`;
    if (record.trace) text += `,"traceId":"${record.trace.traceId}"`;
    destination.write(`${text},"msg":"request"}\n`);
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** The present moment in ISO 8601, written once for each millisecond. */
function clockTexts(): () => string {
  let writtenFor = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== writtenFor) {
      writtenFor = now;
      text = new Date(now).toISOString();
    }
    return text;
  };
}
