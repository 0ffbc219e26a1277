import type { Server } from "node:http";
import { createServer, type Server as SocketServer } from "node:net";
import { readPort } from "~/telemetry/log-facts";

/** The number of additional sockets. Each turn of the event loop accepts one connection of each socket. */
const extraSockets = 7;

/** The sockets of a server on one port. */
export interface PortListeners {
  /** Listens on all sockets. Emits "error" on the server if the port is taken. */
  listen: (port: number, host: string, onListening: () => void) => void;
  /** Stops accepting connections on all sockets, and calls back when all connections are closed. */
  close: (onClosed?: () => void) => void;
}

/**
 * Lets a server listen on one port with several sockets (SO_REUSEPORT; Linux and Node 22.12 or newer, elsewhere with one
 * socket). A turn of the event loop accepts one connection of a socket, so with a single one visitors would wait in the
 * kernel behind all new connections before theirs (docs/decisions/overload.md).
 */
export function createPortListeners(server: Server): PortListeners {
  const extras: SocketServer[] = [];

  function listenOnExtraSocket(port: number, host: string): void {
    const extra = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit("connection", socket);
    });
    // Ignored, because without this socket the server only accepts connections more slowly.
    extra.on("error", () => undefined);
    extra.listen({ port, host, ...sharedPortOptions });
    extras.push(extra);
  }

  return {
    listen(port, host, onListening) {
      if (!canSharePort) {
        server.listen(port, host, onListening);
        return;
      }
      // Listening with SO_REUSEPORT succeeds even if another process uses the port. A probe without the option detects
      // this.
      const probe = createServer();
      probe.on("error", (error) => server.emit("error", error));
      probe.listen(port, host, () => {
        const freePort = readPort(probe.address()) ?? port;
        probe.close(() => {
          server.listen({ port: freePort, host, ...sharedPortOptions }, () => {
            for (let count = 0; count < extraSockets; count += 1) listenOnExtraSocket(freePort, host);
            onListening();
          });
        });
      });
    },
    close(onClosed = () => undefined) {
      // A server waits only for the connections of its own socket.
      const sockets = [server, ...extras];
      let open = sockets.length;
      for (const socket of sockets)
        socket.close(() => {
          open -= 1;
          if (open === 0) onClosed();
        });
    },
  };
}

const [major = 0, minor = 0] = Array.from(process.versions.node.split("."), Number);
const canSharePort = (major > 22 || (major === 22 && minor >= 12)) && process.platform === "linux";
/** A variable, since the types of Node 20 do not have this option. */
const sharedPortOptions = { reusePort: true };
