import { logWritten } from "~/telemetry/destination.server";
import type { Telemetry } from "~/telemetry/telemetry.server";
import type { ChildProcess } from "node:child_process";
import type { Services } from "~/request/services.server";
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How long a client may read nothing of its answer, in milliseconds. */
const maxIdleMs = 30_000;

interface Progress {
  /** Bytes that the client's system has accepted, counted at the end of each write. */
  acceptedBytes: number;
  /** In milliseconds, by performance.now(). */
  since: number;
}

/**
 * Closes a connection if its client stops reading the answer (page, file or event stream), since the rest would stay in
 * memory. A slow client is not closed: each write of at most 64 KB that ends is progress. `server.timeout` does not
 * serve here: it also ends requests that wait for acq, and each byte from the client restarts it.
 */
export function endUnread(server: Server, timeoutMs = maxIdleMs): void {
  const open = new Map<Socket, Progress>();
  server.on("connection", (socket: Socket) => {
    open.set(socket, { acceptedBytes: 0, since: performance.now() });
    socket.once("close", () => open.delete(socket));
  });
  setInterval(() => {
    const now = performance.now();
    for (const [socket, last] of open) {
      const acceptedBytes = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || acceptedBytes !== last.acceptedBytes)
        open.set(socket, { acceptedBytes, since: now });
      else if (now - last.since >= timeoutMs) socket.destroy();
    }
  }, timeoutMs / 4).unref();
}

/**
 * How long requests are still accepted after a signal, in milliseconds. Connections that have reached the machine are
 * served; a proxy that checks METRICS_PORT every half second stops sending within this time.
 */
const arrivalMs = { alone: 100, checked: 1000 };

/**
 * Creates a function that drains a server: it accepts no new connections and resolves when all requests are answered,
 * or after a time limit. Unused connections, which browsers open in advance, are closed, since Node's
 * `closeIdleConnections` counts them as busy. Kept connections end with their next answer or when they are idle: a
 * proxy would send requests on them until the end, and lose the last ones.
 *
 * @param isChecked - true if a proxy can check METRICS_PORT
 * @returns a function that resolves to the number of connections that are open when its time is over
 */
export function drainFor(server: Server, isChecked: boolean): (mostMs: number) => Promise<number> {
  const openMs = isChecked ? arrivalMs.checked : arrivalMs.alone;
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });

  function close(onClosed: () => void): void {
    server.close(onClosed);
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    setInterval(() => {
      server.closeIdleConnections();
    }, arrivalMs.alone).unref();
  }

  return (mostMs) =>
    new Promise((resolve) => {
      setTimeout(() => {
        resolve(open.size);
      }, mostMs).unref();
      server.prependListener("request", (_req, res) => {
        res.shouldKeepAlive = false;
      });
      setTimeout(close, openMs, () => {
        resolve(0);
      });
    });
}

/** In milliseconds. The whole shutdown takes 25 s (docs/product/overview.md#dependable). */
const drainMs = 24_000;
/** After this time requests no longer wait for acq; they are answered without it. */
const lastCallMs = drainMs - 2000;

interface Finishing {
  services: Pick<Services, "eventStreams" | "acqOpenCalls" | "log">;
  signal: NodeJS.Signals;
  drained: (mostMs: number) => Promise<number>;
  /** Resolves when log and traces are written. */
  flush: () => Promise<unknown>;
  embeddedAcq: ChildProcess | undefined;
}

/**
 * Finishes the open requests and ends the process. Logs the start, and the end with the number of requests that were
 * cut off.
 */
export function finish({ services, signal, drained, flush, embeddedAcq }: Finishing): void {
  const { log, eventStreams, acqOpenCalls } = services;
  const startedAt = performance.now();
  let callsCutOff = 0;
  log.info({ signal }, "shutdown: finishing the open requests, accepting no new ones");
  eventStreams.drain();
  setTimeout(() => {
    callsCutOff = acqOpenCalls.pages.endAll() + acqOpenCalls.forms.endAll();
  }, lastCallMs).unref();
  void drained(drainMs).then(async (connectionsCutOff) => {
    const fields = { durationMs: Math.round(performance.now() - startedAt), callsCutOff, connectionsCutOff };
    if (callsCutOff + connectionsCutOff === 0) log.info(fields, "shutdown: all requests are finished");
    else log.warn(fields, "shutdown: the time limit was reached, and open requests were aborted");
    embeddedAcq?.removeAllListeners("exit").kill();
    await flush();
    // The exit code is 0 unless an uncaught error has set it.
    process.exit();
  });
}

const signals = ["SIGTERM", "SIGINT"] as const;

/**
 * Handles the first SIGTERM or SIGINT and ignores later ones: npm, shells and terminals send them twice. Listens from
 * the start, since the kernel ignores signals of a container's first process that have no handler.
 *
 * @returns a function that sets the handler; until it is called, a signal ends the process at once
 */
export function onShutdown(): (end: (signal: NodeJS.Signals) => void) => void {
  let isEnding = false;
  let end: (signal: NodeJS.Signals) => void = () => process.exit(0);
  for (const signal of signals)
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      end(signal);
    });
  return (next) => {
    end = next;
  };
}

const flushMs = 2000;

/**
 * Logs and reports an uncaught error or unhandled rejection, and ends the process with exit code 1, so that it is
 * replaced (docs/product/pages.md#errors-and-messages). Node's own handler would print the failed line of the bundle.
 *
 * @param onFirst - called at once, to stop accepting visitors
 */
export function endWithUncaught({ log, reporter }: Telemetry, onFirst: () => void): void {
  let isEnding = false;
  process.on("uncaughtException", (error) => {
    // A second error must not end the process before the first is reported.
    if (isEnding) return;
    isEnding = true;
    process.exitCode = 1;
    log.fatal({ err: error }, "uncaught error: the process exits");
    onFirst();
    void Promise.allSettled([reporter.flush(flushMs), logWritten()]).then(() => process.exit());
  });
}
