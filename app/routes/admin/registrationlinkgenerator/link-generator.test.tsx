import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import * as linkGenerator from "~/routes/admin/registrationlinkgenerator/route";
import * as splitGenerator from "~/routes/admin/splitgenerator/route";
import * as login from "~/routes/login/route";
import * as formStarted from "~/routes/registration/formstarted/route";
import { localeCodes } from "~/i18n/locales";
import {
  LinkGeneratorPage,
  type LinkFormReply,
} from "~/routes/admin/registrationlinkgenerator/link-generator-page";
import { startStubAcq, createUsableDetails } from "../../../../tests/integration/server/stub-acq";
import { startClub, type Club } from "../../../../tests/support/route-context";
import { newVisitor, type Visitor } from "../../../../tests/support/visitor";
import { linksIn } from "../../../../tests/support/html-text";
import { renderView } from "../../../../tests/support/view-html";

const path = "/admin/registrationlinkgenerator";
const site = "https://club.example/acquisition";

let club: Club;
let admin: Visitor;
beforeAll(async () => {
  club = await startClub({ BASE_PATH: "/acquisition" });
  admin = await signInVisitor("admin@example.com");
});
afterAll(() => club.stop());

const linkSchema = z.object({
  code: z.string(),
  path: z.string(),
  lastDay: z.string(),
  headline: z.string(),
  qr: z.object({ size: z.number(), path: z.string(), svg: z.string(), png: z.string() }),
});
const linkListSchema = z.object({ sealed: z.string(), site: z.string(), links: z.array(linkSchema) });
const successReplySchema = z.object({
  typed: z.literal(""),
  refusal: z.undefined().optional(),
  list: linkListSchema,
});
const refusedResponseSchema = z.object({
  typed: z.string(),
  refusal: z.object({
    status: z.literal("problem"),
    fields: z.tuple([
      z.object({ fieldId: z.literal("registrationCode"), problems: z.array(z.enum(["missing"])) }),
    ]),
  }),
  list: linkListSchema,
});

async function signInVisitor(email: string, site = club): Promise<Visitor> {
  const visitor = newVisitor(site);
  await visitor.post(login, "/login", { email, password: "velvetgate", returnTo: "/" });
  return visitor;
}

/**
 * Generates links for these codes, one after another. Each request sends the list of links from the previous response.
 */
async function generateLinks(codes: readonly string[], visitor = admin, url = path) {
  let linkList: z.infer<typeof linkListSchema> = { sealed: "", site: "", links: [] };
  for (const registrationCode of codes) {
    const response = await visitor.post(linkGenerator, url, { registrationCode, madeLinks: linkList.sealed });
    expect(response.status).toBe(200);
    linkList = successReplySchema.parse(response.reply).list;
  }
  return linkList;
}

const shareCardTexts = { title: "Create", description: "Accept", imageAlt: "Velvetgate" };

function renderGeneratorPage(response: LinkFormReply | undefined): string {
  return renderView(
    <LinkGeneratorPage formToken="" typedCode={undefined} shareCard={shareCardTexts} actionData={response} />,
  );
}

describe.each([
  ["link generator", linkGenerator, path, "Registration link generator"],
  ["split generator", splitGenerator, "/admin/splitgenerator", "Split generator"],
])("page for administrators: %s", (_, route, page, title) => {
  it("redirects an anonymous visitor to login, with a return path that includes the query", async () => {
    const location = `/fr/login?returnTo=${encodeURIComponent(`/fr${page}?from=mail&x=1`)}`;
    const response = await newVisitor(club).get(route, `/fr${page}?from=mail&x=1`);
    expect(response).toMatchObject({ status: 303, location });
  });

  it("redirects a visitor to login if acq rejects the token", async () => {
    const visitor = newVisitor(club);
    visitor.cookies.set("auth.token", "forged");
    const location = `/login?returnTo=${encodeURIComponent(page)}`;
    expect(await visitor.get(route, page)).toMatchObject({ status: 303, location });
    expect(await visitor.post(route, page, {})).toMatchObject({ status: 303, location });
  });

  it("answers 404 to a member, for GET and POST", async () => {
    const visitor = await signInVisitor("member@example.com");
    expect(await visitor.get(route, page)).toMatchObject({ status: 404 });
    const response = await visitor.post(route, page, { registrationCode: "VIP2026" });
    expect(response).toMatchObject({ status: 404, reply: null });
  });

  it("answers 503 while acq does not respond", async () => {
    await club.failNextCall("viewer");
    expect(await admin.get(route, page)).toMatchObject({ status: 503 });
  });

  it("opens for an administrator", async () => {
    const response = await admin.get(route, page);
    expect(response).toMatchObject({ status: 200, data: { page: { title: `${title} – Velvetgate` } } });
  });
});

describe("generated registration link", () => {
  it("opens the form, even if the code needs a timestamp", async () => {
    const { links, ...list } = await generateLinks([" needsvt "], admin, `/de${path}`);
    expect(list.site).toBe(site);
    expect(links[0]?.path).toMatch(/^\/registration\/formstarted\?rc=NEEDSVT&vt=/);
    const form = await newVisitor(club).get(formStarted, links[0]?.path ?? "");
    expect(form.status).toBe(200);
  });

  it("shows its expiry date in the administrator's language and the club's time zone", async () => {
    const now = Date.parse("2026-03-01T23:30:00Z");
    const clubWithFixedClock = await startClub({}, () => now);
    const services = { ...clubWithFixedClock.services, clock: () => new Date(now) };
    const visitor = await signInVisitor("admin@example.com", { ...clubWithFixedClock, services });
    // In Berlin it is already March 2. Daylight saving time starts only after March 16, the link's last day.
    const days: Record<string, string> = {
      de: "Gültig bis 16. März 2026 (in 14 Tagen)",
      en: "Valid until 16 March 2026 (in 14 days)",
      pl: "Ważny do 16 marca 2026, wygasa za 14 dni",
      it: "Ultimo giorno di validità: 16 marzo 2026 (tra 14 giorni)",
    };
    for (const [locale, words] of Object.entries(days)) {
      const { links } = await generateLinks(["WELCOME"], visitor, `/${locale}${path}`);
      expect(links[0]?.lastDay).toBe(words);
    }
    await clubWithFixedClock.stop();
  });

  it("shows the inviter's name, or a neutral headline when acq does not answer", async () => {
    expect((await generateLinks(["WELCOME"])).links[0]?.headline).toBe("Anna has invited you to Velvetgate");
    await club.failNextCall("checkRegistrationCode");
    expect((await generateLinks(["WELCOME"])).links[0]?.headline).toBe("Create your account");
  });

  it("appears above the nine links generated before, and never repeats an earlier link", async () => {
    const twoLinks = await generateLinks(["WELCOME", "WELCOME"]);
    expect(new Set(twoLinks.links.map((link) => link.path)).size).toBe(2);
    const codes = ["VIP2026", "LASTONE", ...Array.from({ length: 9 }, () => "WELCOME"), "NEEDSVT"];
    const { links } = await generateLinks(codes);
    expect(links.map(({ code }) => code)).toEqual(["NEEDSVT", ...codes.slice(2, 11)]);
  });

  it("stays the same when the form is submitted twice", async () => {
    const formToken = z.object({ formToken: z.string() });
    const shownToken = formToken.parse((await admin.get(linkGenerator, path)).data);
    const fields = { ...shownToken, registrationCode: "WELCOME" };
    const [firstPath, secondPath] = [
      await admin.post(linkGenerator, path, fields),
      await admin.post(linkGenerator, path, fields),
    ].map(({ reply }) => successReplySchema.parse(reply).list.links[0]?.path);
    expect(secondPath).toBe(firstPath);
    const nextToken = formToken.parse((await admin.post(linkGenerator, path, fields)).data);
    const secondResponse = await admin.post(linkGenerator, path, { ...fields, ...nextToken });
    expect(successReplySchema.parse(secondResponse.reply).list.links[0]?.path).not.toBe(firstPath);
  });

  it("needs no cookie, and ignores a manipulated list of earlier links", async () => {
    const cookieNamesBefore = [...admin.cookies.keys()];
    const { sealed } = await generateLinks(["WELCOME"]);
    expect([...admin.cookies.keys()]).toEqual(cookieNamesBefore);
    const forgedSealedList = club.services.tokenCrypto.encrypt("draft", { links: [] }, 60);
    for (const madeLinks of [
      sealed.slice(0, -4),
      `${sealed.slice(0, 60)}AAAA${sealed.slice(64)}`,
      "x",
      forgedSealedList,
    ]) {
      const { reply } = await admin.post(linkGenerator, path, { registrationCode: "WELCOME", madeLinks });
      expect(successReplySchema.parse(reply).list.links).toHaveLength(1);
    }
  });

  it("appears in a field that can be copied, in links for all languages and as a QR code", async () => {
    const linkList = await generateLinks(["VIP2026", "WELCOME"]);
    const html = renderGeneratorPage({ typed: "", list: linkList });
    const [newest] = linkList.links;
    const linkUrl = `${site}${newest?.path ?? ""}`.replaceAll("&", "&amp;");
    expect(html.match(/ autofocus=""/g)).toHaveLength(1);
    expect(html).toMatch(
      new RegExp(`<input id="link-1"[^>]* autofocus="" [^>]*value="${escapeHtml(linkUrl)}"`),
    );
    for (const code of localeCodes)
      expect(html).toContain(`value="${linkUrl.replace(site, `${site}/${code}`)}"`);
    expect(html.match(/<details class="made"/g)).toHaveLength(1);
    const downloadHrefs = linksIn(html).filter((href) => href.startsWith("data:"));
    expect(downloadHrefs.map((href) => href.split(/[;,]/)[0])).toEqual([
      "data:image/svg+xml",
      "data:image/png",
      "data:image/svg+xml",
      "data:image/png",
    ]);
  });
});

describe("rejected request for a registration link", () => {
  it.each([
    ["", "missing"],
    ["c\u00f6de", "characters"],
    ["UNKNOWN", "REGISTRATION_CODE_INVALID"],
    ["NOINVITER", "INVITER_INVALID"],
    ["NOCUSTOM", "CUSTOMIZATION_MISSING"],
    ["EXPIRED", "REGISTRATION_CODE_EXPIRED"],
    ["EMPTY", "REGISTRATION_CODE_NO_BALANCE_LEFT"],
    ["PENDING", "REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS"],
  ])("keeps the input '%s' in the form (reason: %s)", async (input, problem) => {
    const { sealed } = await generateLinks(["WELCOME"]);
    const response = await admin.post(linkGenerator, path, { registrationCode: input, madeLinks: sealed });
    const title = "Error: Registration link generator – Velvetgate";
    expect(response).toMatchObject({
      status: 422,
      reply: {
        typed: input,
        refusal: { status: "problem", fields: [{ fieldId: "registrationCode", problems: [problem] }] },
        list: { links: [{ code: "WELCOME" }] },
      },
      data: { page: { title } },
    });
  });

  it("shows the reason in the error summary and at the field", async () => {
    const response = refusedResponseSchema.parse(
      (await admin.post(linkGenerator, path, { registrationCode: "" })).reply,
    );
    const html = renderGeneratorPage(response);
    expect(html.split("Please provide a registration code.")).toHaveLength(3);
    expect(html.match(/ autofocus=""/gi)).toHaveLength(1);
  });

  it.each(["generateRegistrationLink", "viewer"])(
    "keeps the input and earlier links when acq does not answer the call %s",
    async (operation) => {
      const { sealed } = await generateLinks(["VIP2026"]);
      await club.failNextCall(operation);
      const fields = { registrationCode: "WELCOME", madeLinks: sealed };
      expect(await admin.post(linkGenerator, path, fields)).toMatchObject({
        status: 503,
        isFinal: false,
        reply: {
          typed: "WELCOME",
          refusal: { status: "failed", failure: { kind: "failed" } },
          list: { links: [{ code: "VIP2026" }] },
        },
      });
    },
  );
});

it("link generator shows a message when acq denies an administrator the permission", async () => {
  const member = { firstName: "Ada", roles: ["ADMIN"], invitation: null };
  const errors = [{ message: "no", extensions: { code: "FORBIDDEN" } }];
  const acq = await startStubAcq((operation) => {
    if (operation === "viewer") return { viewer: member };
    return operation === "generateRegistrationLink" ? { errors } : createUsableDetails("Ada");
  });
  const clubWithBrokenAcq = await startClub({ ACQ_GRAPHQL_URL: acq.url });
  const visitor = newVisitor(clubWithBrokenAcq);
  visitor.cookies.set("auth.token", "any");
  const input = { registrationCode: "WELCOME" };
  expect(await visitor.post(linkGenerator, path, input)).toMatchObject({
    status: 403,
    reply: { typed: "WELCOME", refusal: { status: "forbidden" } },
  });
  const html = renderGeneratorPage({
    typed: "WELCOME",
    refusal: { status: "forbidden" },
    list: { site, sealed: "", links: [] },
  });
  expect(html).toContain("Your account doesn’t have permission to do this.");
  await Promise.all([clubWithBrokenAcq.stop(), acq.stop()]);
});

function escapeHtml(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
