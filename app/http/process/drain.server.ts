import type { Server } from "node:http";
import type { Socket } from "node:net";

/** In milliseconds: what has reached the machine is read until then, and is in flight like everything else. */
const arrivalMs = 100;

/**
 * What lets a server finish: it takes no more, and resolves when all is answered, or after so many milliseconds.
 * Connections that browsers opened ahead and have not used are closed: Node's `closeIdleConnections` takes them for
 * ones in use, and would wait for them. Those that are kept open are told with their next answer that it was the last,
 * or closed when they are idle: a proxy would else send requests on them until the end, and lose the last ones.
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
