import { expect, test } from "vitest";
import { freePort } from "../support/free-port";
import { startProcess, waitUntilReady } from "../support/server-process";

test("the build also runs under the stock remix-serve", async () => {
  const port = await freePort();
  const server = startProcess(["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"], {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    SESSION_SECRET: "a secret that is long enough to be one",
  });
  await waitUntilReady(server, `http://localhost:${port}/de`);
  const page = await (await fetch(`http://localhost:${port}/de`)).text();
  expect(page).toContain('lang="de-DE"');
  expect(page).toContain("Zugangscode");
  await server.stop();
});
