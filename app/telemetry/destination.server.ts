import type { DestinationStream } from "pino";
import pretty from "pino-pretty";
import { createLineWriter, type LineWriter } from "./line-writer.server";

let lineWriter: LineWriter | undefined;

/**
 * Returns the destination of all logs: standard output. On a terminal the lines are formatted; otherwise many lines are
 * written at a time, without blocking (docs/decisions/log-lines.md). Remaining lines are written when the process
 * exits.
 */
export function createLogDestination(): DestinationStream {
  lineWriter ??= isTerminal() ? createTerminalWriter() : createStdoutWriter();
  return lineWriter;
}

/** Resolves when all log lines are written. Call it before the process exits. */
export async function flushLog(): Promise<void> {
  await lineWriter?.drain();
}

/** Returns the number of lines that could not be written. */
export function countLostLogLines(): number {
  return lineWriter?.getLostLineCount() ?? 0;
}

function isTerminal(): boolean {
  return process.stdout.isTTY;
}

function createTerminalWriter(): LineWriter {
  const stream = pretty({ colorize: true, ignore: "pid,hostname" });
  return { write: (line) => stream.write(line), drain: () => Promise.resolve(), getLostLineCount: () => 0 };
}

function createStdoutWriter(): LineWriter {
  // Ignores write errors of both streams, since a full disk must not crash the process.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return createLineWriter(1);
}
