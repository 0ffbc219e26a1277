import type { Server } from "node:http";

/**
 * Starts listening on this machine only.
 * @param wantedPort - 0 for any free port
 * @returns the port
 */
export function listen(server: Server, wantedPort = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(wantedPort, "127.0.0.1", () => {
      const serverAddress = server.address();
      if (serverAddress === null || typeof serverAddress === "string") reject(new Error("No port was given"));
      else resolve(serverAddress.port);
    });
  });
}

/** Closes a server at once, with all its connections. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
