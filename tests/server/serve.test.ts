import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { expectBuilt } from "../support/built";
import { freePort } from "../support/free-port";
import { siteEnvironment } from "./foreign-acq";

it("npm run serve ends with its server: a unit or a shell that ends npm leaves no process on the port", async () => {
  expectBuilt();
  const port = await freePort();
  const npm = spawn("npm", ["run", "serve"], {
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      ...siteEnvironment(port, "http://127.0.0.1:9/graphql"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let log = "";
  for await (const chunk of npm.stdout) {
    log += String(chunk);
    if (log.includes('"listening"')) break;
  }
  npm.kill("SIGTERM");
  if (npm.exitCode === null && npm.signalCode === null) await once(npm, "exit");
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/healthz`).then(String, () => "gone")).toBe("gone");
});
