import { filledForm, createHttpVisitor, type HttpVisitor } from "../integration/server/http-visitor";
import type { TestSite } from "./velvetgate";

export const newMembersPassword = "a velvet rope";

/** Registers a new visitor with a code; the activation mail stays in the outbox. */
export async function registerVisitor(
  site: TestSite,
  code: string,
): Promise<{ visitor: HttpVisitor; email: string }> {
  const visitor = createHttpVisitor(site);
  const email = `${crypto.randomUUID()}@example.com`;
  const { body } = await visitor.get(`/de/registration/formstarted?rc=${code}`);
  const { location } = await visitor.post("/de/registration/formstarted", filledForm(body, email));
  if (!location?.endsWith("/registration/formfinished")) throw new Error(`${code} led to ${location}`);
  return { visitor, email };
}

/** Creates a member: registered and activated, with a password and five invitations. */
export async function registerNewMember(site: TestSite): Promise<{ email: string }> {
  const { visitor, email } = await registerVisitor(site, "WELCOME");
  const [mail] = await site.fetchMailsTo(email);
  const link = new URL(mail?.links[0] ?? "");
  const accountActivationId = link.searchParams.get("accountActivationId") ?? "";
  const { location = "" } = await visitor.post(link.pathname, { accountActivationId });
  const { body } = await visitor.get(location);
  const [, continueUrl = ""] = /href="([^"]*\/welcome\?token=[^"]*)"/.exec(body) ?? [];
  const response = await fetch(continueUrl.replaceAll("&amp;", "&"), {
    method: "POST",
    body: new URLSearchParams({ password: newMembersPassword }),
    redirect: "manual",
  });
  if (response.status !== 303) throw new Error(`The password was answered with ${response.status}`);
  return { email };
}

/** Registers new visitors with this code. Their accounts stay pending. */
export async function acceptInvitation(site: TestSite, code: string, friendCount: number): Promise<void> {
  for (let friendIndex = 0; friendIndex < friendCount; friendIndex += 1) await registerVisitor(site, code);
}
