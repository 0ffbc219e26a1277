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
 * Ends connections whose client reads nothing of an answer, whatever sends it: a page, a file, an event stream. The rest
 * of the answer would else stay in memory for as long as the client likes. A slow one is left alone: each write of at
 * most 64 KB that ends is progress. `server.timeout` is no such limit: it ends whoever waits for acq, and a byte that
 * the client sends begins it anew.
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
