import * as formStarted from "~/routes/registration/formstarted/route";
import * as landing from "~/routes/landing/route";
import * as language from "~/routes/language/route";
import { refusalReasons } from "~/domain/registration/registration-code";
import * as deny from "~/routes/registration/deny/route";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Denied } from "~/routes/registration/deny/denied";
import { type Club, startClub } from "../../../../tests/support/route-context";
import * as z from "zod";
import { attributeOf, descriptionOf, linksIn, textOf } from "../../../../tests/support/html-text";
import { renderView } from "../../../../tests/support/view-html";
import { newVisitor, type Visitor } from "../../../../tests/support/visitor";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

describe("deny page", () => {
  it.each([
    ["?reason=invalid", "invalid"],
    ["?reason=expired", "expired"],
    ["?reason=no-balance", "no-balance"],
    ["?reason=link", "link"],
    ["?reason=referrer", "referrer"],
    ["?reason=%3Cscript%3E", "invalid"],
    ["", "invalid"],
  ])("answers the query %s with 403 and the reason %s", async (query, reason) => {
    const response = await newVisitor(club).get(deny, `/de/registration/deny${query}`);
    expect(response.status).toBe(403);
    expect(response.data).toMatchObject({ reason, page: { title: "Kein Einlass – Velvetgate" } });
  });

  const [resend, login, apply] = ["/registration/resend", "/login", "/membership-interest"];
  const mailtoPrefix = "mailto:";
  it.each([
    { reason: "invalid", says: "Your invitation is invalid.", links: [mailtoPrefix, apply, resend, login] },
    { reason: "expired", says: "request a new invitation", links: [mailtoPrefix, apply, resend, login] },
    { reason: "no-balance", says: "has no invitations left", links: [mailtoPrefix, apply, resend, login] },
    { reason: "link", says: "Please request a new invitation.", links: [mailtoPrefix, apply, login] },
    { reason: "referrer", says: "the site that brought you here", links: [apply, login] },
  ] as const)("shows the reason and the next steps: $reason", ({ reason, says, links }) => {
    const html = renderView(<Denied reason={reason} code={undefined} inviter={undefined} />);
    expect(html).toContain(says);
    // With the reason "no-balance", the visitor's own registration may hold the last place. Only the link for this
    // reason explains how long.
    expect(html.includes("held for 72 hours")).toBe(reason === "no-balance");
    expect(linksIn(html).map((link) => link.replace(/\?subject=.*/, ""))).toEqual(links);
    const requestSentences = html.match(/(Ask|contact) the member who invited you/g) ?? [];
    expect(requestSentences).toHaveLength(reason === "invalid" || reason === "expired" ? 1 : 0);
  });

  it.each([
    ["no-balance", "Anna has no invitations left at the moment", "Could you keep the next one for me"],
    ["expired", "You were invited by Anna.", "no longer works for me"],
  ] as const)(
    "offers a message to the inviter that asks for a new invitation: %s",
    (reason, expectedText, message) => {
      const html = renderView(<Denied reason={reason} code="EMPTY" inviter="Anna" />);
      expect(html).toContain(expectedText);
      // One sentence names the inviter and says why the code is refused.
      expect(html.match(/Anna(?!%)/g)).toHaveLength(1);
      expect(html).toContain(encodeURIComponent(message));
      expect(html.match(/ask for a new invitation|request a new invitation/g) ?? []).toHaveLength(
        reason === "expired" ? 1 : 0,
      );
    },
  );

  it.each(refusalReasons)(
    "mentions incomplete links if the reason is invalid or link, and otherwise not (reason: %s)",
    (reason) => {
      const html = renderView(<Denied reason={reason} code={undefined} inviter={undefined} />);
      expect(html.includes("Links sometimes arrive incomplete")).toBe(
        reason === "invalid" || reason === "link",
      );
    },
  );

  it.each(refusalReasons)(
    "has a code field, with a hint on easily confused characters, for the reason %s",
    (reason) => {
      const html = renderView(<Denied reason={reason} code="WELC0ME" inviter={undefined} />);
      expect(html).toMatch(/<form [^>]*method="post" action="\/"/);
      expect(html).toContain('name="intent" value="check-code"');
      expect(attributeOf(html, 'name="registrationCode"', "value")).toBe("WELC0ME");
      expect(descriptionOf(html, "registrationCode")).toContain(
        "Easily confused: O\u00a0and\u00a00, I\u00a0and\u00a01.",
      );
    },
  );

  it("names the inviter on the page and in the message that the visitor can send to the inviter", () => {
    const html = renderView(<Denied reason="expired" code="EXPIRED" inviter={"Anna <b>"} />);
    expect(html).toContain("You were invited by Anna &lt;b&gt;.");
    const message = new URL(textOf(linksIn(html)[0] ?? "")).searchParams;
    expect(message.get("subject")).toBe("A new invitation to Velvetgate");
    expect(message.get("body")).toMatch(/^Hello Anna <b>,\r\n\r\nYour invitation to Velvetgate/);
    expect(renderView(<Denied reason="referrer" code={undefined} inviter="Anna" />)).not.toContain("Anna");
  });
});

describe("rejected invitation", () => {
  it.each([
    ["/de/social?rc=EXPIRED", "expired", undefined, "Theo"],
    ["/de/registration/formstarted?rc=EMPTY", "no-balance", undefined, "Jonas"],
    ["/de/registration/formstarted?rc=WELCOME&vt=damaged", "link", "WELCOME", "Anna"],
    ["/de?rc=NO-SUCH-CODE", "invalid", "NO-SUCH-CODE", undefined],
  ])(
    "leads from %s to the deny page for the reason %s, with its inviter if known and a code worth retrying",
    async (path, reason, code, inviter) => {
      const visitor = newVisitor(club);
      const denyPath = `/de/registration/deny?reason=${reason}`;
      expect(await openLink(visitor, path)).toMatchObject({ status: 303, location: denyPath });
      const { data } = await visitor.get(deny, denyPath);
      expect(data).toMatchObject({ reason, code, inviter, refused: {} });
    },
  );

  it("offers its code for another try on the deny page if only the timestamp is damaged", async () => {
    const visitor = newVisitor(club);
    await openLink(visitor, "/de/registration/formstarted?rc=WELCOME&vt=damaged");
    const { data } = await visitor.get(deny, "/de/registration/deny?reason=link");
    const { code } = codeSchema.parse(data);
    const response = await visitor.post(landing, "/de", { intent: "check-code", registrationCode: code });
    expect(response).toMatchObject({ status: 303, location: "/de/registration/formstarted" });
  });

  it("does not replace an earlier invitation, even after a language change", async () => {
    const visitor = newVisitor(club);
    await openLink(visitor, "/de?rc=WELCOME");
    await openLink(visitor, "/de?rc=EXPIRED");
    const typedCodeForm = {
      locale: "fr",
      returnTo: "/de/registration/deny?reason=expired",
      registrationCode: "EXP1RED",
    };
    expect(await visitor.post(language, "/language", typedCodeForm)).toMatchObject({ status: 303 });
    const deniedPage = await visitor.get(deny, "/fr/registration/deny?reason=expired");
    expect(deniedPage.data).toMatchObject({ code: "EXP1RED", inviter: "Theo" });
    expect(await visitor.get(landing, "/fr")).toMatchObject({ data: { typedCode: "WELCOME" } });
  });

  it("does not affect the links that the visitor opens next", async () => {
    const visitor = newVisitor(club);
    await openLink(visitor, "/de?rc=EXPIRED");
    await openLink(visitor, `/de?rc=${"x".repeat(65)}`);
    const unreadableLinkPage = await visitor.get(deny, "/de/registration/deny?reason=link");
    expect(unreadableLinkPage.data).toMatchObject({ code: undefined, inviter: undefined });
    await openLink(visitor, "/de?rc=EXPIRED");
    await openLink(visitor, "/de?rc=WELCOME");
    const { data } = await visitor.get(deny, "/de/registration/deny?reason=invalid");
    expect(data).toMatchObject({ code: "WELCOME" });
  });

  it("stores nothing if the link is unreadable, so that the page stays cacheable", async () => {
    const visitor = newVisitor(club);
    await openLink(visitor, `/de?rc=${"x".repeat(65)}`);
    expect([...visitor.cookies.keys()]).not.toContain("__Host-draft");
  });
});

const codeSchema = z.object({ code: z.string() });

function openLink(visitor: Visitor, path: string) {
  if (path.includes("formstarted")) return visitor.get(formStarted, path);
  const [slug] = /(?<=^\/de\/)[a-z]+/.exec(path) ?? [];
  return visitor.get(landing, path, slug ? { slug } : {});
}
