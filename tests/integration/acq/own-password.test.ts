import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, it } from "vitest";
import { openDatabase } from "../../../acq/db/database";
import { demonstrationPasswordHash, previousPasswordHash } from "../../../acq/db/demonstration";
import { signIn } from "./support/operations";
import { startTestAcq } from "./support/test-acq";

const accountEmails = ["admin@example.com", "member@example.com"];

function createDataFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "acq-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "acq.sqlite");
}

/** Starts an embedded acq in public mode, and returns it with the passwords that it prints. */
async function startPublicAcq(dataFile: string) {
  const passwords: string[] = [];
  const collectPassword = (line: string) =>
    passwords.push(...(/ member@example.com: (\S+) \(/.exec(line)?.slice(1) ?? []));
  return {
    acq: await startTestAcq({ databasePath: dataFile, isPublic: true, log: collectPassword }),
    passwords,
  };
}

it("acq of a public site prints a generated password for the demonstration accounts once, and keeps the password", async () => {
  const dataFile = createDataFile();
  const firstAcq = await startPublicAcq(dataFile);
  const [password = ""] = firstAcq.passwords;
  expect(firstAcq.passwords).toHaveLength(1);
  for (const email of accountEmails) {
    expect(await signIn(firstAcq.acq, email, "velvetgate")).toBeNull();
    expect(await signIn(firstAcq.acq, email, password)).not.toBeNull();
  }
  await firstAcq.acq.close();

  const secondAcq = await startPublicAcq(dataFile);
  expect(secondAcq.passwords).toEqual([]);
  expect(await signIn(secondAcq.acq, "admin@example.com", password)).not.toBeNull();
});

it.each([
  ["this version", demonstrationPasswordHash],
  ["an earlier version", previousPasswordHash],
])(
  "acq of a public site replaces the published demonstration password in a database from %s",
  async (_, passwordHash) => {
    const dataFile = createDataFile();
    await (await startTestAcq({ databasePath: dataFile })).close();
    const database = openDatabase(dataFile);
    database.run("update accounts set password_hash = :hash where password_hash is not null", {
      hash: passwordHash,
    });
    database.close();
    const demonstrationAcq = await startTestAcq({ databasePath: dataFile });
    expect(await signIn(demonstrationAcq, "admin@example.com", "velvetgate")).not.toBeNull();
    await demonstrationAcq.close();

    const { acq, passwords } = await startPublicAcq(dataFile);
    expect(passwords).toHaveLength(1);
    for (const email of accountEmails) expect(await signIn(acq, email, "velvetgate")).toBeNull();
  },
);
