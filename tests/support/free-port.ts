import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const rowLength = 2_000;

/** Both runners are at work at once: each worker of theirs has a row of ports of its own. */
const { TEST_PARALLEL_INDEX: browserWorker, VITEST_POOL_ID: unitWorker = "1" } = process.env;
const row = browserWorker === undefined ? 1 + Number(unitWorker) : Number(browserWorker);

let last = randomInt(rowLength);

/**
 * A port that nothing listens on now, for a server that is about to start. It is below those that the system gives to
 * outgoing connections (32768 and more on Linux): one of these could have taken it before the server does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    last = (last + 1) % rowLength;
    const port = 20_000 + row * rowLength + last;
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
