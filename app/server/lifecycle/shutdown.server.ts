import { flushLog } from "~/telemetry/destination.server";
import type { Telemetry } from "~/telemetry/telemetry.server";
import type { ChildProcess } from "node:child_process";
import type { PortListeners } from "./port-listeners.server";
import type { Services } from "~/request/services.server";
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** A connection is closed if its client reads nothing of the response for this time, in milliseconds. */
const maxStalledConnectionMs = 30_000;

interface SocketProgress {
  /**
   * The number of bytes of a connection that the operating system has accepted for sending. The number grows when a
   * write completes.
   */
  acceptedBytes: number;
  /** The last time when `acceptedBytes` changed or nothing was left to send, by performance.now(). */
  lastProgressAt: number;
}

/**
 * Closes a connection if its client stops reading the response, because the unsent rest would stay in memory. A slow
 * client keeps its connection: each completed write of at most 64 KB counts as progress. `server.timeout` is not used,
 * because it also ends requests that wait for acq.
 */
export function closeStalledConnections(server: Server, timeoutMs = maxStalledConnectionMs): void {
  const openSockets = new Map<Socket, SocketProgress>();
  server.on("connection", (socket: Socket) => {
    openSockets.set(socket, { acceptedBytes: 0, lastProgressAt: performance.now() });
    socket.once("close", () => openSockets.delete(socket));
  });
  setInterval(() => {
    const now = performance.now();
    for (const [socket, lastProgress] of openSockets) {
      const acceptedBytes = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || acceptedBytes !== lastProgress.acceptedBytes)
        openSockets.set(socket, { acceptedBytes, lastProgressAt: now });
      else if (now - lastProgress.lastProgressAt >= timeoutMs) socket.destroy();
    }
  }, timeoutMs / 4).unref();
}

/**
 * How long the server still accepts connections after SIGTERM or SIGINT, in milliseconds. `alone`: if no proxy checks
 * METRICS_PORT; long enough for connections that are already in the kernel. `checked`: long enough for a proxy that
 * checks METRICS_PORT every half second.
 */
const acceptPeriodMs = { alone: 100, checked: 1000 };

/**
 * Creates a function that drains a server: after a short time it accepts no new connections, but completes open
 * requests. Connections without a request are closed at once; Node's `closeIdleConnections` would treat them as busy.
 * Keep-alive connections are closed after their next response or when they are idle.
 *
 * @param isCheckedByProxy - true if a proxy can check METRICS_PORT
 * @returns a function that resolves to the number of connections that are still open at the time limit
 */
export function createConnectionDrain(
  server: Server,
  listeners: Pick<PortListeners, "close">,
  isCheckedByProxy: boolean,
): (timeoutMs: number) => Promise<number> {
  const keepAcceptingMs = isCheckedByProxy ? acceptPeriodMs.checked : acceptPeriodMs.alone;
  const openSockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    openSockets.add(socket);
    socket.once("close", () => openSockets.delete(socket));
  });

  function closeListeners(onClosed: () => void): void {
    listeners.close(onClosed);
    for (const socket of openSockets) if (socket.bytesRead === 0) socket.destroy();
    setInterval(() => {
      server.closeIdleConnections();
    }, acceptPeriodMs.alone).unref();
  }

  return (timeoutMs) =>
    new Promise((resolve) => {
      setTimeout(() => {
        resolve(openSockets.size);
      }, timeoutMs).unref();
      server.prependListener("request", (_req, res) => {
        res.shouldKeepAlive = false;
      });
      setTimeout(closeListeners, keepAcceptingMs, () => {
        resolve(0);
      });
    });
}

/**
 * The time limit for open requests, in milliseconds. The whole shutdown takes at most 25 s
 * (docs/product/overview.md#dependable).
 */
const maxDrainMs = 24_000;
/**
 * The time in milliseconds from the signal until open calls to acq are aborted. The requests that wait for these calls
 * are then answered without acq.
 */
const acqDeadlineMs = maxDrainMs - 2000;

interface ShutdownOptions {
  services: Pick<Services, "eventStreams" | "acqOpenCalls" | "log">;
  signal: NodeJS.Signals;
  drain: (timeoutMs: number) => Promise<number>;
  /** Resolves when the log and the traces are written. */
  flushTelemetry: () => Promise<unknown>;
  embeddedAcq: ChildProcess | undefined;
}

/**
 * Completes the open requests, then exits the process. Logs the start and the end of the shutdown, with the number of
 * aborted calls and connections.
 */
export function shutDown({ services, signal, drain, flushTelemetry, embeddedAcq }: ShutdownOptions): void {
  const { log, eventStreams, acqOpenCalls } = services;
  const startedAt = performance.now();
  let callsCutOff = 0;
  log.info({ signal }, "shutdown: finishing the open requests, accepting no new ones");
  eventStreams.drain();
  setTimeout(() => {
    callsCutOff = acqOpenCalls.pages.abortAll() + acqOpenCalls.forms.abortAll();
  }, acqDeadlineMs).unref();
  void drain(maxDrainMs).then(async (connectionsCutOff) => {
    const logFields = {
      durationMs: Math.round(performance.now() - startedAt),
      callsCutOff,
      connectionsCutOff,
    };
    if (callsCutOff + connectionsCutOff === 0) log.info(logFields, "shutdown: all requests are finished");
    else log.warn(logFields, "shutdown: the time limit was reached, and open requests were aborted");
    embeddedAcq?.removeAllListeners("exit").kill();
    await flushTelemetry();
    // Exits with code 0, unless an uncaught error has set another exit code.
    process.exit();
  });
}

const signals = ["SIGTERM", "SIGINT"] as const;

/**
 * Handles the first SIGTERM or SIGINT and ignores later ones, because npm, shells and terminals send them twice. Call
 * this function early: without a handler, the kernel ignores these signals to a container's first process.
 *
 * @returns a function that sets the shutdown handler; until it is called, a signal exits the process at once
 */
export function handleShutdownSignals(): (handler: (signal: NodeJS.Signals) => void) => void {
  let isSignalHandled = false;
  let handler: (signal: NodeJS.Signals) => void = () => process.exit(0);
  for (const signal of signals)
    process.on(signal, () => {
      if (isSignalHandled) return;
      isSignalHandled = true;
      handler(signal);
    });
  return (newHandler) => {
    handler = newHandler;
  };
}

const maxFlushMs = 2000;

/**
 * Logs and reports an uncaught error or unhandled rejection, then exits with code 1, so that the process is replaced
 * (docs/product/pages.md#errors-and-messages). Node's own handler would print the failed line of code, which in a
 * bundle is very long.
 *
 * @param onFirstError - called when the first such error occurs, to stop accepting visitors
 */
export function exitOnUncaughtError({ log, reporter }: Telemetry, onFirstError: () => void): void {
  let isExiting = false;
  process.on("uncaughtException", (error) => {
    // Ignores a second error, which must not exit the process before the first one is reported.
    if (isExiting) return;
    isExiting = true;
    process.exitCode = 1;
    log.fatal({ err: error }, "uncaught error: the process exits");
    onFirstError();
    void Promise.allSettled([reporter.flush(maxFlushMs), flushLog()]).then(() => process.exit());
  });
}
