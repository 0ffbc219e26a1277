import { randomInt } from "node:crypto";
import { allCountries } from "./countries";
import type { Database } from "./database";
import { normaliseCode } from "./codes";

const OWN_BALANCE = 5;
// Without vowels no words, without 0, 1, I, L and O nothing to mistake: eight of them are 38 bits.
const ALPHABET = "23456789BCDFGHJKMNPQRSTVWXYZ";

/** The code that a new member invites with, five registrations to it. Returns its normalised form. */
export function createOwnCode(database: Database, inviterName: string): string {
  const shown = `${randomLetters()}-${randomLetters()}`;
  const code = normaliseCode(shown);
  database.run(
    "insert into codes (code, shown, inviter_name, balance, countries) values (:code, :shown, :inviterName, :balance, :countries)",
    { code, shown, inviterName, balance: OWN_BALANCE, countries: allCountries.join(" ") },
  );
  return code;
}

function randomLetters(): string {
  return Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}
