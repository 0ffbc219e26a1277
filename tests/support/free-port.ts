import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port that nothing listens on now, for a server that is about to start. It is below those that the system gives to
 * outgoing connections (32768 and more on Linux): one of these could have taken it before the server does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => {
      resolve(false);
    });
    server.listen(port, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
