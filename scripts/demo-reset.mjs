// Empties the embedded acq's database and outbox. Rows are deleted instead of the file, so that a running acq keeps
// working: it adds the demonstration codes and accounts again at its next request.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import Database from "libsql";
import { readEnvFile } from "./prepare.mjs";
import { root } from "./run.mjs";

const databaseSetting = { ...readEnvFile(), ...process.env }.ACQ_EMBEDDED_DATA || "data/acq.sqlite";
const file = databaseSetting === ":memory:" ? databaseSetting : resolve(root, databaseSetting);

if (file === ":memory:") {
  console.log(
    "The embedded acq stores nothing on disk (ACQ_EMBEDDED_DATA=:memory:): restart it to empty it.",
  );
} else if (!existsSync(file)) {
  console.log(`Nothing to empty: ${file} does not exist yet.`);
} else {
  const database = new Database(file, { timeout: 5000 });
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all({});
  // Overwrites deleted data. SQLite would otherwise leave personal data in unused pages of the file.
  database.pragma("secure_delete = ON");
  database.pragma("foreign_keys = OFF");
  database
    .transaction(() => {
      for (const { name } of tables) database.exec(`delete from "${name}"`);
    })
    .immediate();
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  console.log(`Emptied ${file}: registrations, accounts, tokens and outbox are deleted.`);
  console.log(
    "The embedded acq adds the demonstration codes and accounts again at its next request or start.",
  );
}
