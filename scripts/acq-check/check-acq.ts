import { buildSchema } from "graphql";
import { createChecklist, type Prerequisite, type ReportLine } from "./checklist";
import { checkActivation } from "./activation-checks";
import { checkCodes } from "./code-checks";
import type { CheckSettings, Credentials, CheckTools } from "./check-tools";
import { checkAdministrator, checkMember, checkAnonymousCalls } from "./member-checks";
import { createAcqCalls } from "./acq-calls";
import { checkRegistration } from "./registration-checks";

/**
 * Makes all calls of the site to an acq, and some calls that every acq must refuse.
 *
 * @param printLine - called with the result of each completed check
 * @throws Mismatch if the acq cannot be called at all
 */
export async function checkAcq(
  settings: CheckSettings,
  printLine: (line: ReportLine) => void,
): Promise<{ lines: readonly ReportLine[]; undeletedData: readonly string[] }> {
  const { lines, check } = createChecklist(printLine);
  const undeletedData: string[] = [];
  const acqCalls = createAcqCalls({ ...settings, schema: buildSchema(settings.schemaText) });
  const tools: CheckTools = {
    settings,
    check,
    ...acqCalls,
    noteUndeletedData: (description) => undeletedData.push(description),
  };

  await acqCalls.connect();
  const usableCodeResult = await checkCodes(tools);
  await checkAnonymousCalls(tools);
  await checkMember(tools, createCredentialsPrerequisite(settings.member, "--email and --password"));
  await checkAdministrator(
    tools,
    createCredentialsPrerequisite(settings.admin, "--admin-email and --admin-password"),
  );
  const registrationResult = await checkRegistration(tools, usableCodeResult);
  await checkActivation(tools, registrationResult);
  return { lines, undeletedData };
}

function createCredentialsPrerequisite(
  credentials: Credentials | undefined,
  name: string,
): Prerequisite<Credentials> {
  return credentials ? { ok: true, value: credentials } : { ok: false, reason: `needs ${name}` };
}
