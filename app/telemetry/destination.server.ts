import pino, { type DestinationStream } from "pino";
import pretty from "pino-pretty";

/** A line waits so long at the most, in milliseconds. */
const longestWaitMs = 200;
/** So many bytes of lines go out together: a write for each would cost as much as a page from the cache. */
const together = 3072;
/**
 * Writes of the server and the embedded acq into one pipe stay apart up to this size (POSIX, PIPE_BUF, as Linux has
 * it).
 */
const mostInOneWrite = 4096;
/** The bytes that may wait for a reader that does not read; lines beyond them are lost, and the memory is not. */
const mostWaiting = 32 * 1024 * 1024;
/** How long the end of the process waits for that reader, in milliseconds. */
const lastPatienceMs = 1000;

interface Destination extends DestinationStream {
  written(): Promise<void>;
}

let destination: Destination | undefined;

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

function isTerminal(): boolean {
  return process.stdout.isTTY;
}

function terminal(): Destination {
  const stream = pretty({ colorize: true, ignore: "pid,hostname" });
  return { write: (line) => stream.write(line), written: () => Promise.resolve() };
}

function standardOutput(): Destination {
  const lines = pino.destination({
    dest: 1,
    sync: false,
    minLength: together,
    maxLength: mostWaiting,
    maxWrite: mostInOneWrite,
  });
  let timer: NodeJS.Timeout | undefined;
  let isFlushing = false;

  function flush(): void {
    timer = undefined;
    isFlushing = true;
    lines.flush();
  }

  // While lines are on their way out a flush does nothing, and the few that are left would wait for the next request.
  lines.on("drain", () => {
    if (isFlushing) lines.flush();
    isFlushing = false;
  });

  return {
    write(line) {
      lines.write(line);
      timer ??= setTimeout(flush, longestWaitMs).unref();
    },
    written() {
      return new Promise((resolve) => {
        setTimeout(resolve, lastPatienceMs).unref();
        lines.flush(() => {
          resolve();
        });
      });
    },
  };
}
