import { buildSchema } from "graphql";
import { type Checklist, createChecklist, type Found, type Line } from "./checklist";
import { checkActivation } from "./activation-checks";
import { checkCodes } from "./code-checks";
import { checkAdministrator, checkMember, checkStrangers, type Credentials } from "./member-checks";
import { type Questions, questionsTo } from "./questions";
import { checkRegistration } from "./registration-checks";

export interface CheckSettings {
  url: string;
  /** One with places left. */
  code: string;
  member: Credentials | undefined;
  admin: Credentials | undefined;
  /** The address of acq's e-mails as JSON. */
  outbox: string | undefined;
  mailTo: string | undefined;
  tokenPrefix: string;
  /** acq.graphql. */
  schemaText: string;
  /** How long an answer may take: the site waits 30 s for acq. */
  patienceMs: number;
  /** Whether somebody can be asked for the link of an e-mail. */
  mayAsk: boolean;
}

/** All that a group of checks needs. */
export interface Kit extends Pick<Checklist, "check">, Questions {
  settings: CheckSettings;
  /** Tells of what stays behind at acq. */
  leave: (what: string) => void;
}

/**
 * Asks an acq all that the site asks, and some that no acq may answer.
 *
 * @param tell hears of each check as it is done
 * @throws Mismatch when the acq cannot be asked at all
 */
export async function checkAcq(
  settings: CheckSettings,
  tell: (line: Line) => void,
): Promise<{ lines: readonly Line[]; left: readonly string[] }> {
  const { lines, check } = createChecklist(tell);
  const left: string[] = [];
  const questions = questionsTo({ ...settings, schema: buildSchema(settings.schemaText) });
  const kit: Kit = { settings, check, ...questions, leave: (what) => left.push(what) };

  await questions.reach();
  const details = await checkCodes(kit);
  await checkStrangers(kit);
  await checkMember(kit, optionOf(settings.member, "--email and --password"));
  await checkAdministrator(kit, optionOf(settings.admin, "--admin-email and --admin-password"));
  const registered = await checkRegistration(kit, details);
  await checkActivation(kit, registered);
  return { lines, left };
}

function optionOf(given: Credentials | undefined, name: string): Found<Credentials> {
  return given ? { ok: true, value: given } : { ok: false, because: `needs ${name}` };
}
