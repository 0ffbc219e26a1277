import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, it } from "vitest";
import Libsql from "libsql";
import * as z from "zod";
import { openDatabase } from "../../../acq/db/database";
import { optionalFieldColumns } from "../../../acq/db/stored-fields";
import {
  activateAccount,
  bearerHeaders,
  fetchCodeErrors,
  generateLink,
  findNewestActivationId,
  register,
  signIn,
  queryRegistrationStatus,
} from "./support/operations";
import { startTestAcq } from "./support/test-acq";

const execFileAsync = promisify(execFile);

function createDataFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "acq-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, "deeper", "acq.sqlite");
}

function runDemoReset(dataFile: string | undefined, folder = "."): Promise<{ stdout: string }> {
  return execFileAsync(process.execPath, [join(folder, "scripts/demo-reset.mjs")], {
    env: { ...process.env, ACQ_EMBEDDED_DATA: dataFile },
  });
}

it("openDatabase rejects a database with another schema version, names the remedy and changes nothing", () => {
  const dataFile = createDataFile();
  openDatabase(dataFile).close();
  const file = new Libsql(dataFile);
  expect(file.prepare("pragma user_version").get()).toMatchObject({ user_version: 1 });
  file.pragma("user_version = 7");
  file.close();
  expect(() => openDatabase(dataFile)).toThrow(
    /a file with schema version 7 instead of 1; delete the file, or name another/,
  );
  openDatabase(createDataFile()).close();
});

it("acq keeps registrations, balances, tokens, links, idempotency keys and outbox after a restart", async () => {
  const dataFile = createDataFile();
  const firstAcq = await startTestAcq({ databasePath: dataFile });
  const idempotencyHeaders = { "Idempotency-Key": "once" };
  const email = "kept@example.com";
  const firstResponse = await register(firstAcq, { registrationCode: "LASTONE", email }, idempotencyHeaders);
  const admin = bearerHeaders(await signIn(firstAcq, "admin@example.com"));
  const { link } = await generateLink(firstAcq, "NEEDSVT", admin);
  await firstAcq.close();

  const secondAcq = await startTestAcq({ databasePath: dataFile });
  expect(await register(secondAcq, { registrationCode: "LASTONE" })).toMatchObject({ status: "REJECTED" });
  expect(
    await register(secondAcq, { registrationCode: "LASTONE", email }, idempotencyHeaders).catch(
      () => "refused",
    ),
  ).toEqual(firstResponse);
  expect(await queryRegistrationStatus(secondAcq, firstResponse.registrationId)).toMatchObject({
    status: "CREATED",
  });
  expect(await fetchCodeErrors(secondAcq, "NEEDSVT", link?.validityTimestamp)).toEqual([]);
  expect((await generateLink(secondAcq, "WELCOME", admin)).errors).toEqual([]);
  await activateAccount(secondAcq, await findNewestActivationId(secondAcq));
  await secondAcq.close();

  const thirdAcq = await startTestAcq({ databasePath: dataFile });
  expect(await fetchCodeErrors(thirdAcq, "LASTONE")).toEqual(["REGISTRATION_CODE_NO_BALANCE_LEFT"]);
});

it("demo:reset empties the database of a running acq, which continues to work", async () => {
  const dataFile = createDataFile();
  const acq = await startTestAcq({ databasePath: dataFile });
  const { registrationId } = await register(acq, { registrationCode: "LASTONE", email: "gone@example.com" });
  const { stdout } = await runDemoReset(dataFile);
  expect(stdout).toContain(`Emptied ${dataFile}`);
  expect(await acq.outbox()).toEqual([]);
  expect(await queryRegistrationStatus(acq, registrationId)).toBeNull();
  expect(await fetchCodeErrors(acq, "LASTONE")).toEqual([]);
  expect(await register(acq, { email: "active@example.com" })).toMatchObject({ status: "ACTIVE" });
});

it("demo:reset reports that there is no data to delete", async () => {
  expect((await runDemoReset(createDataFile())).stdout).toContain("Nothing to empty");
  expect((await runDemoReset(":memory:")).stdout).toContain("stores nothing on disk");
});

it("demo:reset empties the database named in .env, unless an environment variable names another", async () => {
  const dataFile = createDataFile();
  const copyFolder = mkdtempSync(join(tmpdir(), "velvetgate-reset-"));
  onTestFinished(() => {
    rmSync(copyFolder, { recursive: true });
  });
  cpSync("scripts", join(copyFolder, "scripts"), {
    recursive: true,
    filter: (file) => !file.includes("node_modules"),
  });
  symlinkSync(resolve("node_modules"), join(copyFolder, "node_modules"));
  writeFileSync(join(copyFolder, ".env"), `ACQ_EMBEDDED_DATA=${dataFile}\n`);
  openDatabase(dataFile).close();
  expect((await runDemoReset(undefined, copyFolder)).stdout).toContain(`Emptied ${dataFile}`);
  expect((await runDemoReset(":memory:", copyFolder)).stdout).toContain("stores nothing on disk");
});

it("acq adds the missing columns of stored account fields to an older database", async () => {
  const dataFile = createDataFile();
  const columns = optionalFieldColumns.map(({ column }) => column);
  const firstAcq = await startTestAcq({ databasePath: dataFile });
  await register(firstAcq);
  await firstAcq.close();
  const oldDatabase = openDatabase(dataFile);
  for (const column of columns) oldDatabase.run(`alter table accounts drop column ${column}`);
  oldDatabase.close();

  const accountFields = {
    gender: "MALE",
    postalCode: "80331",
    birthday: "1990-02-28",
    campaign: "social",
    referrer: "a.example",
  };
  const secondAcq = await startTestAcq({ databasePath: dataFile });
  expect(await register(secondAcq, { ...accountFields, email: "kept@example.com" })).toMatchObject({
    status: "CREATED",
  });
  const database = openDatabase(dataFile);
  const sql = `select ${columns.join(", ")} from accounts where email = 'kept@example.com'`;
  const row = database.readRow(z.record(z.string(), z.unknown()), sql);
  database.close();
  const values = optionalFieldColumns.map(({ field, column }) => [
    column,
    new Map(Object.entries(accountFields)).get(field) ?? null,
  ]);
  expect(row).toMatchObject(Object.fromEntries(values));
});
