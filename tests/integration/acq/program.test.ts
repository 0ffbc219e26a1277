import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, it } from "vitest";
import { expectSiteIsBuilt } from "../../support/built";
import { startTestAcq } from "./support/test-acq";

const baseVariables = { ACQ_EMBEDDED_PORT: "0", ACQ_EMBEDDED_DATA: ":memory:" };

/** Starts the embedded acq in a child process, as the built site does. */
function startProgram(environment: Record<string, string>, execArgv: string[] = []): ChildProcess {
  expectSiteIsBuilt();
  const child = fork("build/acq.js", {
    execArgv,
    env: { ...process.env, ...baseVariables, ...environment },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function runFailingProgram(
  environment: Record<string, string>,
): Promise<{ code: unknown; stderr: string }> {
  const child = startProgram(environment);
  const exitPromise = once(child, "exit");
  const stderr = child.stderr ? await text(child.stderr) : "";
  return { code: (await exitPromise).at(0), stderr };
}

it.each(["SIGTERM", "SIGINT", "disconnect"] as const)(
  "embedded acq reports that it listens, and exits with 0 on %s",
  async (endProgram) => {
    const child = startProgram({});
    expect(await once(child, "message")).toHaveProperty("0.listening");
    const exitPromise = once(child, "exit");
    if (endProgram === "disconnect") child.disconnect();
    else child.kill(endProgram);
    expect(await exitPromise).toEqual([0, null]);
  },
);

it("embedded acq prints one line for each invalid variable, without secrets", async () => {
  const { code, stderr } = await runFailingProgram({
    ACQ_EMBEDDED_PORT: "70000",
    ACQ_EMBEDDED_FAULTS: "yes",
    SMTP_URL: "http://user:hidden@mail.example",
    FRONT_END_URL: "club.example",
  });
  expect(code).toBe(1);
  expect(stderr.trim().split("\n")).toEqual([
    'ACQ_EMBEDDED_PORT is "70000"; allowed is a port from 0 (any free one) to 65535',
    'ACQ_EMBEDDED_FAULTS is "yes"; allowed is true or false',
    "SMTP_URL is set to an invalid value (a secret, not shown); allowed is an address like smtp://host:587 or smtps://user:password@host",
    'FRONT_END_URL is "club.example"; allowed is an address like http://localhost:3000',
  ]);
});

it("embedded acq prints one line if the port is taken or the database cannot be opened", async () => {
  const acq = await startTestAcq();
  expect(await runFailingProgram({ ACQ_EMBEDDED_PORT: String(acq.port) })).toEqual({
    code: 1,
    stderr: `The embedded acq cannot start: port ${acq.port} is taken (ACQ_EMBEDDED_PORT)\n`,
  });
  const { code, stderr } = await runFailingProgram({ ACQ_EMBEDDED_DATA: "package.json" });
  expect([code, stderr.trim().split("\n").length]).toEqual([1, 1]);
});

it("embedded acq prints one line if its data cannot be written", async () => {
  for (const data of ["package.json/acq.sqlite", "acq", "/proc/nope/acq.sqlite"])
    expect(await runFailingProgram({ ACQ_EMBEDDED_DATA: data })).toEqual({
      code: 1,
      stderr: `The embedded acq cannot start: ACQ_EMBEDDED_DATA is "${data}", which cannot be written; allowed is a file in a folder that this user can write to, or :memory:\n`,
    });
});

it("embedded acq refuses a public site in production unless ACQ_EMBEDDED_PUBLIC=true", async () => {
  const publicVariables = { NODE_ENV: "production", FRONT_END_URL: "https://club.example" };
  const { code, stderr } = await runFailingProgram(publicVariables);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^FRONT_END_URL is "https:\/\/club\.example";.* ACQ_EMBEDDED_PUBLIC=true .*\n$/);
  const child = startProgram({ ...publicVariables, ACQ_EMBEDDED_PUBLIC: "true" });
  expect(await once(child, "message")).toHaveProperty("0.listening");
});

it("embedded acq prints the demonstration notice in production", async () => {
  const child = startProgram({ NODE_ENV: "production", BRAND_NAME: "" });
  const stderrPromise = child.stderr ? text(child.stderr) : Promise.resolve("");
  await once(child, "message");
  child.kill();
  expect(await stderrPromise).toMatch(/^The embedded acq is for demonstration[^\n]*\n$/);
});

it("embedded acq prints an uncaught error with its stack but no source line, and exits with 1", async () => {
  const throwOnMessage = 'process.on("message", () => { throw new Error("out of order"); });';
  const child = startProgram({}, ["--import", `data:text/javascript,${throwOnMessage}`]);
  const stderrPromise = child.stderr ? text(child.stderr) : Promise.resolve("");
  await once(child, "message");
  const exitPromise = once(child, "exit");
  child.send("fail");
  expect(await exitPromise).toEqual([1, null]);
  expect(await stderrPromise).toMatch(
    /^The embedded acq exits because of an uncaught error: Error: out of order\n(?: {4}at [^\n]*\n)+$/,
  );
});
