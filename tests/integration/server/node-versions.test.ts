import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { ensureInstalled } from "../../../scripts/prepare.mjs";
import { registerNewMember, newMembersPassword } from "../../support/new-member";
import { startVelvetgate } from "../../support/velvetgate";
import { startSite } from "./foreign-acq";
import { createHttpVisitor } from "./http-visitor";
import { startStubAcq, createUsableDetails } from "./stub-acq";

const folder = "tests/integration/node-versions";
const resolveFile = (path: string) => fileURLToPath(new URL(`../../../${folder}/${path}`, import.meta.url));
const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(resolveFile("package.json"), "utf8")));
await ensureInstalled(folder);

const versions = Object.keys(dependencies).filter((name) => name !== "npm");

it.each(versions)(
  "server under %s listens with eight sockets, and reports a port that is taken",
  async (name) => {
    const node = resolveFile(`node_modules/${name}/bin/node`);
    const site = await startVelvetgate({ node });
    try {
      const port = new URL(site.origin).port;
      expect(countListeningSockets(Number(port))).toBe(8);
      const env = { PORT: port, ACQ_EMBEDDED_PORT: "0" };
      await expect(startVelvetgate({ node, env })).rejects.toThrow(`PORT ${port} is taken; choose another`);
    } finally {
      expect(await site.stop()).toBe(0);
    }
  },
);

it.each(versions)("server under %s finishes open requests on all its sockets at SIGTERM", async (name) => {
  let callCount = 0;
  let response = (): void => undefined;
  const releasePromise = new Promise<void>((resolve) => (response = resolve));
  const acq = await startStubAcq(async (operation) => {
    if (operation !== "checkRegistrationCode") return {};
    callCount += 1;
    await releasePromise;
    return createUsableDetails("Anna");
  });
  onTestFinished(() => acq.stop());
  const site = await startSite(acq.url, {}, resolveFile(`node_modules/${name}/bin/node`));
  const pages = Array.from({ length: 16 }, () => fetch(site.url("/de?rc=ANY")));
  await expect.poll(() => callCount, { timeout: 10_000 }).toBe(16);
  const exitCode = site.server.stop();
  const isRefused = () =>
    fetch(site.url("/healthz")).then(
      () => false,
      () => true,
    );
  await expect.poll(isRefused, { timeout: 10_000 }).toBe(true);
  response();
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(pages.map(() => 200));
  expect(await exitCode).toBe(0);
});

/** Returns the number of sockets that listen on a port (Linux: proc(5), /proc/net/tcp). */
function countListeningSockets(port: number): number {
  const hexPort = port.toString(16).toUpperCase().padStart(4, "0");
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((path) => readFileSync(path, "utf8").split("\n"))
    .filter((line) => new RegExp(`^ *\\d+: [0-9A-F]+:${hexPort} [0-9A-F]+:0000 0A `).test(line)).length;
}

it.each(versions)(
  "server under %s lets a visitor register, activate the account and sign in",
  async (name) => {
    const site = await startVelvetgate({ node: resolveFile(`node_modules/${name}/bin/node`) });
    try {
      const { email } = await registerNewMember(site);
      const member = createHttpVisitor(site);
      const credentials = { email, password: newMembersPassword, returnTo: "/invite" };
      expect((await member.post("/login", credentials)).location).toBe("/invite");
      expect((await member.get("/invite")).status).toBe(200);
      expect(site.log()).not.toMatch(/Warning|deprecat/i);
    } finally {
      expect(await site.stop()).toBe(0);
    }
  },
);
