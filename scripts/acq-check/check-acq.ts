import { buildSchema } from "graphql";
import { createChecklist, type Found, type Line } from "./checklist";
import { checkActivation } from "./activation-checks";
import { checkCodes } from "./code-checks";
import type { CheckSettings, Credentials, CheckTools } from "./check-tools";
import { checkAdministrator, checkMember, checkStrangers } from "./member-checks";
import { questionsTo } from "./questions";
import { checkRegistration } from "./registration-checks";

/**
 * Makes all calls of the site to an acq, and some that no acq may answer.
 *
 * @param print - called with each completed check
 * @throws Mismatch if the acq cannot be called at all
 */
export async function checkAcq(
  settings: CheckSettings,
  print: (line: Line) => void,
): Promise<{ lines: readonly Line[]; left: readonly string[] }> {
  const { lines, check } = createChecklist(print);
  const leftovers: string[] = [];
  const questions = questionsTo({ ...settings, schema: buildSchema(settings.schemaText) });
  const tools: CheckTools = { settings, check, ...questions, leave: (what) => leftovers.push(what) };

  await questions.reach();
  const details = await checkCodes(tools);
  await checkStrangers(tools);
  await checkMember(tools, optionOf(settings.member, "--email and --password"));
  await checkAdministrator(tools, optionOf(settings.admin, "--admin-email and --admin-password"));
  const registered = await checkRegistration(tools, details);
  await checkActivation(tools, registered);
  return { lines, left: leftovers };
}

function optionOf(credentials: Credentials | undefined, name: string): Found<Credentials> {
  return credentials ? { ok: true, value: credentials } : { ok: false, reason: `needs ${name}` };
}
