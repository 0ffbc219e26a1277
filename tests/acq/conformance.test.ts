import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startTestAcq, type TestAcq } from "./support/test-acq";

const run = promisify(execFile);

function check(acq: TestAcq, ...more: string[]): Promise<{ stdout: string }> {
  return run(process.execPath, ["scripts/acq-check.mjs", "--url", `${acq.url}/graphql`, ...more]);
}

test("the conformance suite passes against the embedded acq", async () => {
  const acq = await startTestAcq();
  const { stdout } = await check(acq);
  expect(stdout).toMatch(/\n\d\d passed, 0 failed\n$/);
});

test("it fails, and says what, where an acq answers wrongly", async () => {
  const acq = await startTestAcq({ allowFaults: true });
  const fault = { operationName: "login", kind: "graphql-error" };
  await fetch(`${acq.url}/faults`, { method: "POST", body: JSON.stringify(fault) });
  const failure: unknown = await check(acq).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 1 });
  expect(failure).toHaveProperty("stdout");
  expect(String(Object.getOwnPropertyDescriptor(failure, "stdout")?.value)).toMatch(
    /FAILED {2}wrong credentials answer with token null: .*[\s\S]*, 1 failed\n$/,
  );
});
