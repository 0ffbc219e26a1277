import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ensureInstalled } from "../prepare.mjs";
import { main, must, root } from "../run.mjs";
import { runStages } from "./stages.mjs";

// The base image is 80 MB to pull: with it, well under 200.
const mostMegabytes = 40;
/** Node of the image, from npm: the proof is of this version, whatever runs the script. */
const imageNode = "24.9.0";
/** Nobody: owns no file, and may write nowhere in the tree. */
const stranger = { uid: 65534, gid: 65534 };

await main(prove);

/** Proves the Dockerfile without Docker: its stages in folders, the result run by a stranger in a tree of no writing. */
async function prove() {
  await ensureInstalled("scripts/container");
  const home = mkdtempSync(join(tmpdir(), "velvetgate-container-"));
  try {
    const stage = runStages(home);
    assert.equal(stage.user, "node", "the container's user is not root");
    checkContents(stage.workdir);
    execFileSync("chmod", ["-R", "a-w,a+rX", home]);
    for (const node of [process.execPath, await nodeOfImage()]) await checkRun(stage, node);
    console.log("The container holds what it should, and runs read-only as another user");
  } finally {
    execFileSync("chmod", ["-R", "u+w", home]);
    rmSync(home, { recursive: true });
  }
}

function checkContents(site) {
  assert.deepEqual(readdirSync(site).sort(), ["build", "data", "node_modules", "package.json"]);
  assert.deepEqual(readdirSync(join(site, "node_modules")).sort(), [
    "@libsql",
    "@neon-rs",
    "detect-libc",
    "libsql",
  ]);
  const files = readdirSync(site, { recursive: true }).map(String);
  assert.deepEqual(
    files.filter((file) => file.endsWith(".map")),
    [],
    "no source map leaves the build",
  );
  const bytes = files.reduce((sum, file) => sum + statSync(join(site, file)).size, 0);
  const megabytes = bytes / 1024 / 1024;
  assert.ok(megabytes < mostMegabytes, `${megabytes.toFixed(0)} MB on top of the base image`);
  console.log(`${megabytes.toFixed(0)} MB on top of the base image`);

  const { components } = JSON.parse(readFileSync(join(site, "build", "sbom.cdx.json"), "utf8"));
  const named = new Set(components.map(({ name }) => name));
  assert.ok(named.has("react") && named.has("libsql"), "the SBOM names the packages that are in");
  assert.ok(!named.has("vitest") && !named.has("vite"), "and no others");
}

/** Starts what CMD says, and asks it for what a visitor sees. */
async function checkRun({ workdir, env, command, healthcheck }, node) {
  const port = await freePort();
  const settings = {
    ...{ ...env, PORT: String(port), PATH: process.env.PATH },
    ...{ ACQ_EMBEDDED: "true", ACQ_EMBEDDED_PORT: String(await freePort()), ACQ_EMBEDDED_DATA: ":memory:" },
  };
  const asStranger = { cwd: workdir, env: settings, ...(process.getuid() === 0 && stranger) };
  const child = spawn(node, command.slice(1), { ...asStranger, stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.resume();
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    await until(() => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok));
    const page = await fetch(`http://127.0.0.1:${port}/de/registration/formstarted?rc=WELCOME`);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /Anna/);
    execFileSync(node, healthcheck.slice(1), asStranger);
    const write = `require("node:fs").writeFileSync("build/x", "")`;
    if (process.getuid() === 0)
      assert.throws(() => execFileSync(node, ["-e", write], { ...asStranger, stdio: "ignore" }));
  } finally {
    child.kill("SIGTERM");
  }
  assert.equal(await ended, 0, "SIGTERM ends it well");
  console.log(`runs under ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim()}`);
}

async function nodeOfImage() {
  const images = readFileSync(join(root, "deploy", "images.sh"), "utf8");
  const wanted = `NODE_IMAGE=node:${imageNode.split(".")[0]}-`;
  assert.ok(images.includes(wanted), `deploy/images.sh names no ${wanted}…: the proof is of ${imageNode}`);
  const home = join(root, ".cache", `node-${imageNode}`);
  const program = join(home, "node_modules", "node", "bin", "node");
  if (!existsSync(program))
    await must("npm", [
      "install",
      "--no-save",
      "--no-audit",
      "--no-fund",
      "--prefix",
      home,
      `node@${imageNode}`,
    ]);
  return program;
}

/** Half a minute at the most. */
async function until(isSo) {
  for (let turn = 0; turn < 300; turn += 1) {
    if (await isSo().catch(() => false)) return;
    await delay(100);
  }
  throw new Error("It did not start");
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
