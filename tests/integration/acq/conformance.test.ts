import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningAcq, startAcq } from "../../../acq/server";
import { checkAcq } from "../../../scripts/acq-check/check-acq";
import type { CheckSettings } from "../../../scripts/acq-check/check-tools";
import { type ReportLine, Mismatch } from "../../../scripts/acq-check/checklist";
import { startWrongAcq, type AcqDefect, type WrongAcq } from "./support/wrong-acq";
import {
  activationDefects,
  administratorDefects,
  publicDefects,
  memberDefects,
  unreadableResponseDefects,
} from "./support/wrong-responses";

const execFileAsync = promisify(execFile);
const schemaText = readFileSync("acq/acq.graphql", "utf8");
const credentials = {
  member: { email: "member@example.com", password: "velvetgate" },
  admin: { email: "admin@example.com", password: "velvetgate" },
};

let correctAcq: RunningAcq;
let acq: WrongAcq;
beforeAll(async () => {
  correctAcq = await startAcq({ port: 0, databasePath: ":memory:" });
  acq = await startWrongAcq(`http://127.0.0.1:${correctAcq.port}`);
});
afterAll(async () => {
  acq.close();
  await correctAcq.close();
});

async function checkAcqWithDefect(
  fault: AcqDefect,
  settings: Partial<CheckSettings> = {},
): Promise<readonly ReportLine[]> {
  acq.setFault(fault);
  const { lines } = await checkAcq(
    {
      url: `${acq.url}/graphql`,
      code: "WELCOME",
      outboxUrl: undefined,
      mailRecipient: undefined,
      schemaText,
      tokenPrefix: "Bearer",
      // A check waits for the whole time limit if a subscription message is missing. The test of such a fault
      // therefore gets a shorter limit.
      timeoutMs: fault.message ? 5000 : 10_000,
      canPrompt: false,
      member: undefined,
      admin: undefined,
      ...settings,
    },
    () => undefined,
  );
  return lines;
}

const findFailedTitles = (lines: readonly ReportLine[]) =>
  lines.flatMap((line) => (line.outcome === "failed" ? [line.title] : []));
const createOutboxSetting = () => ({ outboxUrl: `http://127.0.0.1:${correctAcq.port}/outbox.json` });

describe("conformance check of a correct acq", () => {
  it("passes every check", async () => {
    const lines = await checkAcqWithDefect({}, { ...credentials, ...createOutboxSetting() });
    expect(lines.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
    expect(lines.length).toBeGreaterThan(50);
  });

  it("skips checks that require a member, an administrator or a mailbox", async () => {
    const lines = await checkAcqWithDefect({});
    expect(findFailedTitles(lines)).toEqual([]);
    const reasons = lines.flatMap((line) => (line.outcome === "not checked" ? [line.skipReason] : []));
    expect([...new Set(reasons)]).toEqual([
      "needs --email and --password",
      "needs --admin-email and --admin-password",
      "needs --outbox, or a terminal to enter the link",
    ]);
  });
});

describe("conformance check of a faulty acq", () => {
  it.each(publicDefects)('reports the defect "%s" in the check "%s"', async (_description, title, fault) => {
    expect(findFailedTitles(await checkAcqWithDefect(fault))).toEqual([title]);
  });

  it.each(memberDefects)(
    'reports the defect "%s" in the check "%s" when signed in as a member',
    async (_description, title, fault) => {
      expect(findFailedTitles(await checkAcqWithDefect(fault, { member: credentials.member }))).toEqual([
        title,
      ]);
    },
  );

  it.each(administratorDefects)(
    'reports the defect "%s" in the check "%s" when signed in as an administrator',
    async (_description, title, fault) => {
      expect(findFailedTitles(await checkAcqWithDefect(fault, { admin: credentials.admin }))).toEqual([
        title,
      ]);
    },
  );

  it.each(activationDefects)(
    'reports the defect "%s" in the check "%s" while activating an account',
    async (_description, title, fault) => {
      expect(findFailedTitles(await checkAcqWithDefect(fault, createOutboxSetting()))).toEqual([title]);
    },
  );

  it.each(unreadableResponseDefects)(
    "stops with the error Mismatch when the response is: %s",
    async (_description, fault) => {
      await expect(checkAcqWithDefect(fault)).rejects.toBeInstanceOf(Mismatch);
    },
  );
});

describe("npm run acq:check", () => {
  const runCommand = (...args: string[]) => execFileAsync("npm", ["run", "-s", "acq:check", "--", ...args]);

  it("exits with 0 and prints a JSON report with --json", async () => {
    acq.setFault({});
    const { stdout } = await runCommand("--url", `${acq.url}/graphql`, "--json");
    const report: unknown = JSON.parse(stdout);
    expect(report).toMatchObject({ url: `${acq.url}/graphql`, failed: 0 });
    expect(report).toHaveProperty("left.0", expect.stringMatching(/^the registration of acq-check\+/));
  });

  it("exits with 1 and prints the expected and the actual value of a failed check", async () => {
    acq.setFault({
      operation: "countryDetails",
      response: () => ({ data: { countryDetails: { country: "de" } } }),
    });
    const failure: unknown = await runCommand("--url", `${acq.url}/graphql`).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /FAILED {7}countryDetails returns null or an upper-case country code: expected null or two capital letters; got de\n[\s\S]*, 1 failed, \d+ not checked\n$/,
      ) as unknown,
    });
  });

  it("exits with 2, and prints one line for an unreachable acq or the usage for an invalid option", async () => {
    const unreachableUrl = "http://127.0.0.1:9/graphql";
    expect(await runCommand("--url", unreachableUrl).catch((error: unknown) => error)).toMatchObject({
      code: 2,
      stderr: `${unreachableUrl} cannot be called: ECONNREFUSED\n`,
    });
    expect(await runCommand("--url", "nonsense").catch((error: unknown) => error)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--admin-email") as unknown,
    });
  });
});
