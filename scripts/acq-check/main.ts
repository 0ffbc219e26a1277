import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as z from "zod";
import { checkAcq } from "./check-acq";
import { type ReportLine, Mismatch } from "./checklist";
import type { CheckSettings } from "./check-tools";

const usageText = `npm run acq:check -- --url URL [options]

Calls an acq for tests as the site does, and reports what violates the protocol (docs/develop/acq-protocol.md).

  --url URL                              the GraphQL endpoint of acq
  --code CODE                            a code with places left; by default WELCOME
  --email A --password P                 the credentials of a member
  --admin-email A --admin-password P     the credentials of an administrator
  --outbox URL                           the e-mails as JSON, a list of {to, links}; without this option, the check
                                         asks for the link of the activation e-mail in the terminal
  --mail-to name@host                    the recipient of the activation e-mail; the check adds +ID to the name
  --token-prefix WORD                    TOKEN_PREFIX of the site
  --json                                 the report as JSON

Exits with 0 if all checks pass, 1 if a check fails, 2 if acq cannot be called or an option is invalid.`;

const stringOptionType = { type: "string" } as const;
const urlSchema = z.url({ protocol: /^https?$/ });
const optionsSchema = z.object({
  url: urlSchema,
  code: z.string().min(1),
  email: z.string().optional(),
  password: z.string().optional(),
  "admin-email": z.string().optional(),
  "admin-password": z.string().optional(),
  outbox: urlSchema.optional(),
  "mail-to": z.email().optional(),
  "token-prefix": z.string(),
});

function readSettings(): { settings: CheckSettings; shouldPrintJson: boolean } | undefined {
  try {
    const { values } = parseArgs({
      options: {
        url: stringOptionType,
        email: stringOptionType,
        password: stringOptionType,
        "admin-email": stringOptionType,
        "admin-password": stringOptionType,
        outbox: stringOptionType,
        "mail-to": stringOptionType,
        json: { type: "boolean" },
        code: { ...stringOptionType, default: "WELCOME" },
        "token-prefix": { ...stringOptionType, default: "Bearer" },
      },
    });
    const result = optionsSchema.safeParse(values);
    if (!result.success) throw new Error(z.prettifyError(result.error));
    const { url, code, email, password, outbox } = result.data;
    const [adminEmail, adminPassword] = [result.data["admin-email"], result.data["admin-password"]];
    const settings: CheckSettings = {
      url,
      code,
      outboxUrl: outbox,
      mailRecipient: result.data["mail-to"],
      tokenPrefix: result.data["token-prefix"],
      member: email && password ? { email, password } : undefined,
      admin: adminEmail && adminPassword ? { email: adminEmail, password: adminPassword } : undefined,
      schemaText: readFileSync("acq/acq.graphql", "utf8"),
      timeoutMs: 30_000,
      canPrompt: process.stdin.isTTY,
    };
    return { settings, shouldPrintJson: values.json === true };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usageText}`);
    return undefined;
  }
}

function printLine(line: ReportLine): void {
  if (line.outcome === "passed") console.log(`ok           ${line.title}`);
  else if (line.outcome === "failed")
    console.log(`FAILED       ${line.title}: expected ${line.expectedText}; got ${line.actualText}`);
  else console.log(`not checked  ${line.title} (${line.skipReason})`);
}

async function main(): Promise<number> {
  const settingsResult = readSettings();
  if (!settingsResult) return 2;
  const { settings, shouldPrintJson } = settingsResult;
  try {
    const { lines, undeletedData } = await checkAcq(settings, shouldPrintJson ? () => undefined : printLine);
    const countLinesWithOutcome = (outcome: ReportLine["outcome"]) =>
      lines.filter((line) => line.outcome === outcome).length;
    const lineCounts = {
      passed: countLinesWithOutcome("passed"),
      failed: countLinesWithOutcome("failed"),
      notChecked: countLinesWithOutcome("not checked"),
    };
    if (shouldPrintJson)
      console.log(JSON.stringify({ url: settings.url, ...lineCounts, lines, left: undeletedData }, null, 2));
    else {
      for (const undeletedItem of undeletedData) console.log(`not removed from acq: ${undeletedItem}`);
      console.log(
        `${lineCounts.passed} passed, ${lineCounts.failed} failed, ${lineCounts.notChecked} not checked`,
      );
    }
    return lineCounts.failed === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    const fault = `${settings.url} cannot be called: ${error.actual}`;
    if (shouldPrintJson) console.log(JSON.stringify({ url: settings.url, fault }));
    else console.error(fault);
    return 2;
  }
}

process.exit(await main());
