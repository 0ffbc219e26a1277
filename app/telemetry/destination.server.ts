import type { DestinationStream } from "pino";
import pretty from "pino-pretty";
import { createLineWriter, type LineWriter } from "./line-writer.server";

let destination: LineWriter | undefined;

/**
 * Where all logs of this process go: standard output, pretty on a terminal, else many lines at a time and while nobody
 * waits for them (docs/decisions/telemetry.md). What is left when the process exits goes out then.
 */
export function logDestination(): DestinationStream {
  destination ??= isTerminal() ? terminal() : standardOutput();
  return destination;
}

/** Resolves when all that was logged is written; for who ends the process. */
export async function logWritten(): Promise<void> {
  await destination?.written();
}

/** Returns the number of lines that could not be written. */
export function lostLogLines(): number {
  return destination?.lostLines() ?? 0;
}

function isTerminal(): boolean {
  return process.stdout.isTTY;
}

function terminal(): LineWriter {
  const stream = pretty({ colorize: true, ignore: "pid,hostname" });
  return { write: (line) => stream.write(line), written: () => Promise.resolve(), lostLines: () => 0 };
}

function standardOutput(): LineWriter {
  // The announcement of a demonstration is written there too, and a full disk must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return createLineWriter(1);
}
