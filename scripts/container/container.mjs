import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { main, root } from "../run.mjs";
import { findImageBuilder } from "./builders.mjs";

const testedImage = "localhost/velvetgate:tested";
/** The maximum size of the image in megabytes, without its base image. */
const maxImageMegabytes = 40;

/** Builds the Dockerfile's image, checks its content, and runs it read-only as its own user. */
async function testContainer() {
  const builder = await findImageBuilder();
  const baseImage = await builder.baseImage();
  console.log(`Building the container with ${builder.name} on ${baseImage}`);
  try {
    await builder.build(testedImage, ["--build-arg", `NODE_IMAGE=${baseImage}`]);
    checkImageSize(builder.megabytes(testedImage) - builder.megabytes(baseImage));
    await checkImageFiles(builder);
    await checkRunningContainer(builder);
    if (builder.canCompose) await checkCompose(builder, baseImage);
    else console.log("compose.yaml was not tested, because docker compose is not installed");
    console.log("The container has the expected files, and runs read-only as its own user");
  } finally {
    builder.remove(testedImage);
  }
}

function checkImageSize(megabytes) {
  assert.ok(megabytes < maxImageMegabytes, `the image adds ${megabytes.toFixed(0)} MB to its base image`);
  console.log(`The image adds ${megabytes.toFixed(0)} MB to its base image`);
}

/** A script that runs in the container and prints its contents. */
const listFilesScript = `
  const { readdirSync, readFileSync, writeFileSync } = require("node:fs");
  const canWrite = (file) => { try { writeFileSync(file, ""); return true; } catch { return false; } };
  console.log(JSON.stringify({
    node: process.version,
    uid: process.getuid(),
    files: readdirSync(".", { recursive: true }),
    components: JSON.parse(readFileSync("build/sbom.cdx.json", "utf8")).components.map(({ name }) => name),
    written: ["build/x", "data/x", "/tmp/x"].filter(canWrite),
  }));`;

async function checkImageFiles({ inspect, run }) {
  assert.equal(inspect(testedImage).user, "node", "the container's user is not root");
  const container = run(testedImage, { env: {}, command: ["node", "-e", listFilesScript] });
  const { node, uid, files, components, written } = JSON.parse(await text(container.stdout));
  assert.match(node, /^v24\./);
  assert.notEqual(uid, 0, "the process runs without root's rights");
  assert.deepEqual(written, [], "a read-only container writes no files");

  const topLevelFilesAndFolders = files.filter((file) => !file.includes("/")).sort();
  assert.deepEqual(topLevelFilesAndFolders, ["build", "data", "node_modules", "package.json"]);
  const packages = files.filter((file) => /^node_modules\/[^/]+$/.test(file)).sort();
  assert.deepEqual(
    packages,
    ["@libsql", "@neon-rs", "detect-libc", "libsql"].map((name) => `node_modules/${name}`),
  );
  assert.deepEqual(
    files.filter((file) => file.endsWith(".map")),
    [],
    "the image contains no source map",
  );
  assert.ok(components.includes("react") && components.includes("libsql"), "the SBOM lists the packages");
  assert.ok(
    !components.includes("vitest") && !components.includes("vite"),
    "the SBOM lists no development packages",
  );
}

/** Runs the image with the command that it defines, and requests pages from the container. */
async function checkRunningContainer({ inspect, run }) {
  const { command, healthcheck } = inspect(testedImage);
  const port = await freePort();
  const env = {
    PORT: String(port),
    ACQ_EMBEDDED: "true",
    ACQ_EMBEDDED_PORT: String(await freePort()),
    ACQ_EMBEDDED_DATA: ":memory:",
  };
  const container = run(testedImage, { env, command });
  container.stdout.resume();
  const exitPromise = once(container, "exit");
  try {
    await checkPage(`http://127.0.0.1:${port}`);
    const [exitCode] = await once(run(testedImage, { env, command: healthcheck }), "exit");
    assert.equal(exitCode, 0, "HEALTHCHECK succeeds");
  } finally {
    container.kill("SIGTERM");
  }
  const [exitCode] = await exitPromise;
  assert.equal(exitCode, 0, "SIGTERM ends the container with exit code 0");
}

/** Starts the services of compose.yaml. They use the image that `testContainer` has built, from the builder's cache. */
async function checkCompose({ name }, baseImage) {
  const imageDigests = execFileSync("sh", ["deploy/images.sh"], { cwd: root, encoding: "utf8" });
  const images = Object.fromEntries(
    imageDigests
      .trim()
      .split("\n")
      .map((line) => /^([^=]*)=(.*)$/.exec(line).slice(1)),
  );
  const sessionSecret = "a-secret-of-the-test-with-32-characters";
  const env = {
    ...process.env,
    ...images,
    NODE_IMAGE: baseImage,
    SESSION_SECRET: sessionSecret,
    REDIS_PASSWORD: sessionSecret,
  };
  const runCompose = (...args) =>
    execFileSync(name, ["compose", "--project-name", "velvetgate-test", ...args], {
      cwd: root,
      env,
      stdio: "inherit",
    });
  try {
    runCompose("up", "--build", "--detach", "--wait");
    await checkPage("http://127.0.0.1:8080");
  } finally {
    runCompose("down", "--volumes");
  }
}

async function checkPage(origin) {
  await waitUntilConditionIsMet(() => fetch(`${origin}/healthz`).then(({ ok }) => ok));
  const page = await fetch(`${origin}/de/registration/formstarted?rc=WELCOME`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Anna/);
}

/** Waits until the condition is true, for at most a minute. */
async function waitUntilConditionIsMet(checkCondition) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await checkCondition().catch(() => false)) return;
    await delay(100);
  }
  throw new Error("The container did not start");
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

await main(testContainer);
