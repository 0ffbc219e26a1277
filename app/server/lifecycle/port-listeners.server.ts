import type { Server } from "node:http";
import { createServer, type Server as SocketServer } from "node:net";
import { readPort } from "~/telemetry/log-fields";

/**
 * The number of additional listening sockets. In each turn of the event loop, Node accepts one connection per socket.
 */
const extraSocketCount = 7;

/** The listening sockets of a server, all on the same port. */
export interface PortListeners {
  /** Listens on all sockets. Emits "error" on the server if the port is taken. */
  listen: (port: number, host: string, onListening: () => void) => void;
  /** Stops accepting connections on all sockets. Calls `onClosed` when all connections are closed. */
  close: (onClosed?: () => void) => void;
}

/**
 * Lets a server listen on one port with several sockets (SO_REUSEPORT, on Linux with Node 22.12 or newer). Node accepts
 * one connection per socket and turn of the event loop. With a single socket, visitors would wait long in the kernel's
 * queue under overload (docs/decisions/short-turns.md).
 */
export function createPortListeners(server: Server): PortListeners {
  const furtherSockets: SocketServer[] = [];

  function listenOnFurtherSocket(port: number, host: string): void {
    const furtherSocket = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit("connection", socket);
    });
    // The error of an additional socket is ignored: without this socket, the server only accepts connections more
    // slowly.
    furtherSocket.on("error", () => undefined);
    furtherSocket.listen({ port, host, ...sharedPortOptions });
    furtherSockets.push(furtherSocket);
  }

  return {
    listen(port, host, onListening) {
      if (!canSharePort) {
        server.listen(port, host, onListening);
        return;
      }
      // With SO_REUSEPORT, listening succeeds even if another process uses the port. Listening first without this
      // option detects the other process.
      const portProbe = createServer();
      portProbe.on("error", (error) => server.emit("error", error));
      portProbe.listen(port, host, () => {
        const boundPort = readPort(portProbe.address()) ?? port;
        portProbe.close(() => {
          server.listen({ port: boundPort, host, ...sharedPortOptions }, () => {
            for (let count = 0; count < extraSocketCount; count += 1) listenOnFurtherSocket(boundPort, host);
            onListening();
          });
        });
      });
    },
    close(onClosed = () => undefined) {
      // Closes each socket separately, because `close` of a server waits only for connections of its own socket.
      const listeningSockets = [server, ...furtherSockets];
      let openListenerCount = listeningSockets.length;
      for (const socket of listeningSockets)
        socket.close(() => {
          openListenerCount -= 1;
          if (openListenerCount === 0) onClosed();
        });
    },
  };
}

const [major = 0, minor = 0] = Array.from(process.versions.node.split("."), Number);
const canSharePort = (major > 22 || (major === 22 && minor >= 12)) && process.platform === "linux";
/** The options are in a variable, because the types of Node 20 reject the option `reusePort` in an object literal. */
const sharedPortOptions = { reusePort: true };
