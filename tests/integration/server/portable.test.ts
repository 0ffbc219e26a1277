import { expect, it } from "vitest";
import { freePort } from "../../support/free-port";
import { startProcess, waitUntilReady } from "../../support/server-process";
import { createSiteEnvironment } from "./foreign-acq";

it("build also runs with the standard server remix-serve", async () => {
  const port = await freePort();
  const remixServeProgram = ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"];
  const server = startProcess(remixServeProgram, {
    ...createSiteEnvironment(port, "http://127.0.0.1:1/graphql"),
    HOST: "127.0.0.1",
  });
  await waitUntilReady(server, `http://127.0.0.1:${port}/robots.txt`);
  const response = await fetch(`http://127.0.0.1:${port}/de`);
  const html = await response.text();
  await server.stop("SIGKILL");
  expect(response.status).toBe(200);
  expect(html).toContain('<html lang="de-DE"');
  expect(html).toContain("Mode, die eine Einladung wert ist");
});
