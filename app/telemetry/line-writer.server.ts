import { write as writeFile, writeSync } from "node:fs";

/** The longest time that a line waits before it is written, in milliseconds. */
const maxWaitMs = 200;
/**
 * If at least this many bytes are waiting, the lines are written immediately, in one write. A separate write for each
 * line would take as long as serving a cached page.
 */
const minBatchBytes = 3072;
/**
 * The maximum size of one write in bytes. Up to this size, lines of two processes do not mix if both write to one pipe
 * (POSIX, PIPE_BUF on Linux). The embedded acq shares the server's standard output.
 */
const maxWriteBytes = 4096;
/** The maximum number of bytes that wait to be written. Lines beyond this maximum are dropped. */
const maxWaitingBytes = 32 * 1024 * 1024;
/** How long the exit of the process waits for a slow reader of the log, in milliseconds. */
const maxFinalWriteMs = 1000;
/**
 * The delay before a failed write is repeated, in milliseconds: `busyRetryMs` if the reader is busy, `writeRetryMs` if
 * the file cannot be written.
 */
const busyRetryMs = 100;
const writeRetryMs = 1000;

export interface LineWriter {
  /** Adds a line to the lines that wait to be written. Never throws. */
  write: (line: string) => void;
  /** Resolves when all lines are written or cannot be written. Call it before the process exits. */
  drain: () => Promise<void>;
  /** Returns the number of lines that were dropped because they could not be written. */
  getLostLineCount: () => number;
}

/**
 * Writes lines to a file descriptor, many at a time, without blocking the event loop. Lines that cannot be written (a
 * full disk) are dropped and counted; a later line reports their number. pino's own destination is not used, because it
 * repeats a failed last write forever.
 */
export function createLineWriter(fd: number): LineWriter {
  const chunks: string[] = [];
  let lastChunk = "";
  let lastChunkBytes = 0;
  let waitingBytes = 0;
  /** The bytes of the current write, which is retried if it fails. */
  let currentChunk: Buffer | undefined;
  let isWriteInFlight = false;
  let failureCode: string | undefined;
  let lostLineCount = 0;
  let reportedLostLineCount = 0;
  let isFlushDue = false;
  let flushTimer: NodeJS.Timeout | undefined;
  const drainResolvers: (() => void)[] = [];

  function takeChunk(): Buffer | undefined {
    const chunk = chunks.shift();
    if (chunk !== undefined) return Buffer.from(chunk);
    if (lastChunk === "") return undefined;
    const lastChunkBuffer = Buffer.from(lastChunk);
    lastChunk = "";
    lastChunkBytes = 0;
    return lastChunkBuffer;
  }

  function resolveWaiters(): void {
    for (const resolve of drainResolvers.splice(0)) resolve();
  }

  function writeNextChunk(): void {
    if (currentChunk) return;
    currentChunk = takeChunk();
    if (currentChunk) {
      writeCurrentChunk();
      return;
    }
    isFlushDue = false;
    resolveWaiters();
  }

  function writeCurrentChunk(): void {
    const buffer = currentChunk ?? Buffer.alloc(0);
    isWriteInFlight = true;
    writeFile(fd, buffer, (error, bytes) => {
      isWriteInFlight = false;
      if (error) {
        const isReaderBusy = error.code === "EAGAIN" || error.code === "EBUSY";
        if (!isReaderBusy) recordWriteFailure(error.code ?? "UNKNOWN");
        setTimeout(writeCurrentChunk, isReaderBusy ? busyRetryMs : writeRetryMs).unref();
        return;
      }
      waitingBytes -= bytes;
      if (failureCode !== undefined) handleWriteError(failureCode);
      else if (waitingBytes < maxWaitingBytes / 2) reportLostLines("EAGAIN");
      if (bytes < buffer.length) {
        currentChunk = buffer.subarray(bytes);
        writeCurrentChunk();
        return;
      }
      currentChunk = undefined;
      if (isFlushDue || waitingBytes >= minBatchBytes) writeNextChunk();
    });
  }

  function recordWriteFailure(errorCode: string): void {
    failureCode ??= errorCode;
    resolveWaiters();
  }

  function handleWriteError(errorCode: string): void {
    failureCode = undefined;
    reportLostLines(errorCode);
  }

  /**
   * Writes a line with the number of lost lines, if lines were lost.
   *
   * @param errorCode - the error code of the failed write, or EAGAIN if the reader was too slow
   */
  function reportLostLines(errorCode: string): void {
    const lostLines = lostLineCount - reportedLostLineCount;
    if (lostLines === 0) return;
    reportedLostLineCount = lostLineCount;
    const text = "log: standard output could not be written, and lines were lost";
    const fields = { level: 40, time: new Date().toISOString(), code: errorCode, lostLines, msg: text };
    writeLine(`${JSON.stringify(fields)}\n`);
  }

  function flush(): void {
    flushTimer = undefined;
    isFlushDue = true;
    writeNextChunk();
  }

  function writeLine(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (failureCode !== undefined || waitingBytes + bytes > maxWaitingBytes) {
      lostLineCount += 1;
      return;
    }
    if (lastChunk !== "" && lastChunkBytes + bytes > maxWriteBytes) {
      chunks.push(lastChunk);
      lastChunk = "";
      lastChunkBytes = 0;
    }
    lastChunk += line;
    lastChunkBytes += bytes;
    waitingBytes += bytes;
    if (waitingBytes >= minBatchBytes) writeNextChunk();
    flushTimer ??= setTimeout(flush, maxWaitMs).unref();
  }

  // Writes the waiting lines synchronously when the process exits, because the event loop has stopped. A write that is
  // in progress completes by itself.
  process.on("exit", () => {
    if (isWriteInFlight) currentChunk = undefined;
    for (let chunk = currentChunk ?? takeChunk(); chunk; chunk = takeChunk())
      if (!writeNow(fd, chunk)) return;
  });

  return {
    write: writeLine,
    getLostLineCount: () => lostLineCount,
    drain() {
      if (failureCode !== undefined) return Promise.resolve();
      return new Promise((resolve) => {
        setTimeout(resolve, maxFinalWriteMs).unref();
        drainResolvers.push(resolve);
        isFlushDue = true;
        writeNextChunk();
      });
    },
  };
}

/** Writes synchronously. Returns false if the file cannot be written. */
function writeNow(fd: number, chunk: Buffer): boolean {
  const deadline = performance.now() + maxFinalWriteMs;
  let remainingBytes = chunk;
  while (remainingBytes.length > 0)
    try {
      remainingBytes = remainingBytes.subarray(writeSync(fd, remainingBytes));
    } catch (error) {
      const isBusy = error instanceof Error && "code" in error && error.code === "EAGAIN";
      if (!isBusy || performance.now() > deadline) return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyRetryMs);
    }
  return true;
}
