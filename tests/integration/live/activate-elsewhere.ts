import * as z from "zod";
import * as activateAccount from "~/routes/registration/activateaccount/route";
import type { Club } from "../../support/route-context";
import { newVisitor } from "../../support/visitor";

const outboxSchema = z.array(z.object({ links: z.array(z.string()) }));

/** Opens the link of the newest mail in another browser and activates the account there. */
export async function activateElsewhere(club: Club): Promise<void> {
  const { origin } = new URL(club.services.config.acq.url);
  const [mail] = outboxSchema.parse(await (await fetch(`${origin}/outbox.json`)).json());
  const { pathname, search, searchParams } = new URL(mail?.links[0] ?? "");
  const accountActivationId = searchParams.get("accountActivationId") ?? "";
  const response = await newVisitor(club).post(activateAccount, pathname + search, { accountActivationId });
  if (response.status !== 303) throw new Error(`the activation was answered ${response.status}`);
}
