import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * What lets a server finish: it takes no more, and resolves when all is answered, or after so many milliseconds.
 * Connections that browsers opened ahead and have not used are closed: Node's `closeIdleConnections` takes them for
 * ones in use, and would wait for them.
 */
export function drainFor(server: Server): (mostMs: number) => Promise<void> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return (mostMs) =>
    new Promise((resolve) => {
      setTimeout(resolve, mostMs).unref();
      server.close(() => {
        resolve();
      });
      server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    });
}
