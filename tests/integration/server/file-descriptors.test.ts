import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../support/free-port";
import { startProcess, waitUntilReady, type ServerProcess } from "../../support/server-process";
import { createSiteEnvironment } from "./foreign-acq";
import { startStubAcq, createUsableDetails, type StubAcq } from "./stub-acq";

let acq: StubAcq;
beforeAll(async () => {
  acq = await startStubAcq(() => ({
    ...createUsableDetails("Anna"),
    countryDetails: { country: "DE" },
    viewer: null,
  }));
});
afterAll(() => acq.stop());

const pagePath = "/de/membership-interest/apply";

/** Opens a connection. The server accepts it, or closes it at once if it has no descriptor left. */
function openConnection(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.on("error", () => undefined).once("close", () => resolve(socket));
    // Reads from the connection, to notice when the server closes it.
    socket.resume();
  });
}

/** Requests a page and waits for data or the end of the connection. */
function requestPage(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("data", () => resolve()).once("close", () => resolve());
    if (socket.destroyed) resolve();
    socket.write(`GET ${pagePath} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n`);
  });
}

it("server serves complete pages again after it ran out of file descriptors", async () => {
  const port = await freePort();
  const env = createSiteEnvironment(port, acq.url);
  const server: ServerProcess = startProcess(["build/server.js"], env, { maxOpenFiles: 64 });
  const origin = `http://localhost:${port}`;
  await expect.poll(() => server.log(), { timeout: 120_000 }).toContain('"listening"');
  const sockets = await Promise.all(Array.from({ length: 100 }, () => openConnection(port)));
  // Waits until the server has closed a connection, because the server has no file descriptor left.
  await expect.poll(() => sockets.some((socket) => socket.destroyed), { timeout: 30_000 }).toBe(true);
  await Promise.all(sockets.filter((socket) => !socket.destroyed).map(requestPage));
  for (const socket of sockets) socket.destroy();
  await waitUntilReady(server, `${origin}/readyz`);

  for (const path of [pagePath, "/de", "/de/registration/formstarted?rc=ANY", "/de/nothing/here"]) {
    const body = await (await fetch(`${origin}${path}`)).text();
    for (const pagePart of ['class="page-header', "<main", "<footer"]) expect(body, path).toContain(pagePart);
  }
  expect(await server.stop()).toBe(0);
});
