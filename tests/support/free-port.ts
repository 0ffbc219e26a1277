import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const portsPerWorker = 2_000;

/** Vitest and Playwright run at the same time, so each of their workers uses a different range of ports. */
const { TEST_PARALLEL_INDEX: browserWorker, VITEST_POOL_ID: unitWorker = "1" } = process.env;
const workerIndex = browserWorker === undefined ? 1 + Number(unitWorker) : Number(browserWorker);

let lastPortOffset = randomInt(portsPerWorker);

/**
 * Returns a free port for a server that is about to start. The port is below the range for outgoing connections (from
 * 32768 on Linux): an outgoing connection could take the port before the server does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    lastPortOffset = (lastPortOffset + 1) % portsPerWorker;
    const port = 20_000 + workerIndex * portsPerWorker + lastPortOffset;
    if (await isPortFree(port)) return port;
  }
}

function isPortFree(port: number): Promise<boolean> {
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
