import { logWritten } from "~/telemetry/destination.server";
import type { Telemetry } from "~/telemetry/telemetry.server";
import type { ChildProcess } from "node:child_process";
import type { Services } from "~/request/services.server";
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How long a client may take nothing of what is written to it, in milliseconds. */
const mostMs = 30_000;

interface Progress {
  /** Bytes that the client's system has taken, as far as writes have ended. */
  taken: number;
  /** By the clock of performance.now(). */
  since: number;
}

/**
 * Ends connections whose client reads nothing of an answer, whatever sends it: a page, a file, an event stream. The
 * rest of the answer would else stay in memory for as long as the client likes. A slow one is left alone: each write of
 * at most 64 KB that ends is progress. `server.timeout` is no such limit: it ends whoever waits for acq, and a byte
 * that the client sends begins it anew.
 */
export function endUnread(server: Server, patienceMs = mostMs): void {
  const open = new Map<Socket, Progress>();
  server.on("connection", (socket: Socket) => {
    open.set(socket, { taken: 0, since: performance.now() });
    socket.once("close", () => open.delete(socket));
  });
  setInterval(() => {
    const now = performance.now();
    for (const [socket, last] of open) {
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || taken !== last.taken) open.set(socket, { taken, since: now });
      else if (now - last.since >= patienceMs) socket.destroy();
    }
  }, patienceMs / 4).unref();
}

/**
 * Milliseconds in which requests are still accepted. What has reached the machine is read; a proxy that checks
 * METRICS_PORT every half second sees meanwhile that it must send no more.
 */
const arrivalMs = { alone: 100, checked: 1000 };

/**
 * Lets a server finish: it takes no more, and resolves when all is answered, or after so many milliseconds. Connections
 * that browsers opened ahead and have not used are closed: Node's `closeIdleConnections` takes them for ones in use,
 * and would wait for them. Those that are kept open are told with their next answer that it was the last, or closed
 * when they are idle: a proxy would else send requests on them until the end, and lose the last ones.
 *
 * @param isChecked - whether a proxy can check METRICS_PORT
 * @returns a function that resolves to the number of connections that are still open at the end of its time
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

/** In milliseconds; with what goes before and after, 25 s (docs/product.md#dependable). */
const drainMs = 24_000;
/** From then on nobody waits for acq: what it has not answered is answered without it. */
const lastCallMs = drainMs - 2000;

interface Finishing {
  services: Pick<Services, "eventStreams" | "acqOpenCalls" | "log">;
  signal: NodeJS.Signals;
  drained: (mostMs: number) => Promise<number>;
  /** Writes that have to be done before the end: log and traces. */
  written: () => Promise<unknown>;
  embeddedAcq: Pick<ChildProcess, "kill"> | undefined;
}

/** Finishes the requests in flight and ends the process. Logs the beginning, and the end with the number of requests cut off. */
export function finish({ services, signal, drained, written, embeddedAcq }: Finishing): void {
  const { log, eventStreams, acqOpenCalls } = services;
  const startedAt = performance.now();
  let callsCutOff = 0;
  log.info({ signal }, "shutdown: finishing the open requests, accepting no new ones");
  eventStreams.drain();
  setTimeout(() => {
    callsCutOff = acqOpenCalls.pages.endAll() + acqOpenCalls.forms.endAll();
  }, lastCallMs).unref();
  void drained(drainMs).then(async (connectionsCutOff) => {
    const facts = { durationMs: Math.round(performance.now() - startedAt), callsCutOff, connectionsCutOff };
    if (callsCutOff + connectionsCutOff === 0) log.info(facts, "shutdown: all requests are finished");
    else log.warn(facts, "shutdown: requests were cut off, since the time was over");
    embeddedAcq?.kill();
    await written();
    // 0, unless an uncaught error has ended it before.
    process.exit();
  });
}

const signals = ["SIGTERM", "SIGINT"] as const;

/**
 * Heeds the first signal to end and no other: npm, shells and terminals send them twice. Heeds it from the beginning,
 * since the kernel keeps a container's first process from everything that it has not asked for.
 *
 * @returns says what is to be done then; until it has, there is nothing to finish and the process just ends
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
 * Logs and reports an uncaught error or unhandled rejection, and ends the process with
 * exit code 1, so that it is replaced (docs/product.md#errors-and-messages). Node's own end would print the line of the
 * bundle that failed.
 *
 * @param onFirst at once: nobody new is to be let in
 */
export function endWithUncaught({ log, reporter }: Telemetry, onFirst: () => void): void {
  let isEnding = false;
  process.on("uncaughtException", (error) => {
    // A later error must not end the process before the first is reported.
    if (isEnding) return;
    isEnding = true;
    process.exitCode = 1;
    log.fatal({ err: error }, "uncaught: the process ends");
    onFirst();
    void Promise.allSettled([reporter.flush(flushMs), logWritten()]).then(() => process.exit());
  });
}
