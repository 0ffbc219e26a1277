import type { Server } from "node:http";

/**
 * @param wantedPort - 0 is any free one
 * @returns the port that it was given, on this machine alone
 */
export function listen(server: Server, wantedPort = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(wantedPort, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("No port was given"));
      else resolve(address.port);
    });
  });
}

/** At once: whoever is connected is cut off. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
