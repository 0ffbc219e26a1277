import * as deny from "~/routes/registration/deny/route";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Denied } from "~/routes/registration/deny/denied";
import { type Club, startClub } from "../support/route-context";
import { linksIn } from "../support/html-text";
import { viewHtml } from "../support/view-html";
import { newVisitor } from "../support/visitor";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

describe("the deny page", () => {
  it.each([
    ["?reason=invalid", "invalid"],
    ["?reason=expired", "expired"],
    ["?reason=no-balance", "no-balance"],
    ["?reason=link", "link"],
    ["?reason=referrer", "referrer"],
    ["?reason=%3Cscript%3E", "invalid"],
    ["", "invalid"],
  ])("refuses %s with 403 as %s", async (query, reason) => {
    const answer = await newVisitor(club).get(deny, `/de/registration/deny${query}`);
    expect(answer.status).toBe(403);
    expect(answer.data).toMatchObject({ reason, page: { title: "Zugang verweigert – Velvetgate" } });
  });

  it("is nobody else's to keep", () => {
    expect(deny.handle).toMatchObject({ layout: "centered", personal: true });
  });

  const [resend, login, apply] = ["/registration/resend", "/login", "/membership-interest"];
  it.each([
    { reason: "invalid", says: "Your invitation is invalid.", links: [resend, login], asksInviter: true },
    { reason: "expired", says: "request a new invitation", links: [resend, login], asksInviter: true },
    {
      reason: "no-balance",
      says: "has no invitations left",
      links: [apply, resend, login],
      asksInviter: false,
    },
    { reason: "link", says: "Please request a new invitation.", links: [login], asksInviter: false },
    { reason: "referrer", says: "the site you came from", links: [login], asksInviter: false },
  ] as const)("says why and what next: $reason", ({ reason, says, links, asksInviter }) => {
    const html = viewHtml(<Denied reason={reason} />);
    expect(html).toContain(says);
    // The place may be the visitor's own, held by a registration that was never activated.
    expect(html.includes("after 72 hours")).toBe(reason === "no-balance");
    expect(linksIn(html)).toEqual(links);
    expect(/(Ask|contact) the member who invited you/.test(html)).toBe(asksInviter);
  });
});
