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

/** In milliseconds: what has reached the machine is read until then, and is in flight like everything else. */
const arrivalMs = 100;

/**
 * Lets a server finish: it takes no more, and resolves when all is answered, or after so many milliseconds. Connections
 * that browsers opened ahead and have not used are closed: Node's `closeIdleConnections` takes them for ones in use,
 * and would wait for them. Those that are kept open are told with their next answer that it was the last, or closed
 * when they are idle: a proxy would else send requests on them until the end, and lose the last ones.
 */
export function drainFor(server: Server): (mostMs: number) => Promise<void> {
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
    }, arrivalMs).unref();
  }

  return (mostMs) =>
    new Promise((resolve) => {
      setTimeout(resolve, mostMs).unref();
      server.prependListener("request", (_req, res) => {
        res.shouldKeepAlive = false;
      });
      setTimeout(close, arrivalMs, resolve);
    });
}

/** In milliseconds; with what goes before and after, 25 s (docs/product.md#dependable). */
const drainMs = 24_000;
/** From then on nobody waits for acq: what it has not answered is answered without it. */
const lastCallMs = drainMs - 2000;

interface Finishing {
  services: Pick<Services, "eventStreams" | "acqOpenCalls">;
  drained: (mostMs: number) => Promise<void>;
  /** Writes that have to be done before the end: log and traces. */
  written: () => Promise<unknown>;
  embeddedAcq: Pick<ChildProcess, "kill"> | undefined;
}

/** Takes no more, finishes what is in flight, and ends the process. */
export function finish({ services, drained, written, embeddedAcq }: Finishing): void {
  services.eventStreams.drain();
  setTimeout(() => {
    services.acqOpenCalls.endAll();
  }, lastCallMs).unref();
  void drained(drainMs).then(async () => {
    embeddedAcq?.kill();
    await written();
    process.exit(0);
  });
}

const signals = ["SIGTERM", "SIGINT"] as const;

/**
 * Heeds the first signal to end and no other: npm, shells and terminals send them twice. Heeds it from the beginning,
 * since the kernel keeps a container's first process from everything that it has not asked for.
 *
 * @returns says what is to be done then; until it has, there is nothing to finish and the process just ends
 */
export function onShutdown(): (end: () => void) => void {
  let isEnding = false;
  let end = (): void => process.exit(0);
  for (const signal of signals)
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      end();
    });
  return (next) => {
    end = next;
  };
}

const flushMs = 2000;

/**
 * Logs and reports an error that nobody caught, a rejection that nobody handled among them, and throws in its place, so
 * that the process ends as Node would have it, and is replaced (docs/product.md#errors-and-messages).
 *
 * @param onFirst at once: nobody new is to be let in
 */
export function endWithUncaught({ log, reporter }: Telemetry, onFirst: () => void): void {
  function end(error: unknown): void {
    process.off("uncaughtException", end);
    // A later error must not end the process before the first is reported.
    process.on("uncaughtException", ignore);
    log.fatal({ err: error }, "uncaught: the process ends");
    onFirst();
    void reporter.flush(flushMs).then(() => {
      process.off("uncaughtException", ignore);
      setImmediate(() => {
        // Node prints what ends the process as it is: never the error itself, whose message may hold anything.
        throw new Error("uncaught: see the log's last line");
      });
    });
  }
  process.on("uncaughtException", end);
}

const ignore = () => undefined;
