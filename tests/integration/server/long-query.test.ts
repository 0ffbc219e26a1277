import { beforeAll, describe, expect, it } from "vitest";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { readHiddenField, createHttpVisitor } from "./http-visitor";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

/** The size of HAProxy's buffer without the space reserved for headers (deploy/haproxy/20-rules.cfg). */
const bufferBytes = 98_304 - 4096 - 4096;

const pages = [
  "/?x=1",
  "/pl?rc=WELCOME",
  "/pl/registration/formstarted?rc=WELCOME",
  "/login?x=1",
  "/membership-interest/apply?x=1",
  "/registration/resend?x=1",
  "/de/products/ombrelune?x=1",
];

describe("HTML of a page with a query", () => {
  it.each(pages.flatMap((page) => ["&", "x", ";", "&x="].map((text) => ({ page, text }))))(
    "fits uncompressed into the proxy's buffer if the query has 20 KB (page $page, repeated $text)",
    async ({ page, text }) => {
      const query = text.repeat(20_000 / text.length);
      const { status, body } = await createHttpVisitor(site).get(`${page}&${query}`, {
        "Accept-Encoding": "identity",
      });
      expect(status).toBe(200);
      expect(Buffer.byteLength(body)).toBeLessThan(bufferBytes);
    },
  );

  it("fits into the proxy's buffer with the longest possible values in the draft", async () => {
    const visitor = createHttpVisitor(site);
    const form = "/fr/registration/formstarted?rc=WELCOME";
    const { body: emptyForm } = await visitor.get(form);
    const formToken = readHiddenField(emptyForm, "formToken");
    const nameFields = {
      firstname: "'".repeat(100),
      lastname: "'".repeat(100),
      email: `${"'".repeat(64)}@example.com`,
    };
    await visitor.post(form, { ...nameFields, formToken });
    for (const query of ["%20".repeat(490), "&".repeat(1470), "'".repeat(1470)]) {
      const { status, body } = await visitor.get(`/fr?rc=WELCOME&${query}`, {
        "Accept-Encoding": "identity",
      });
      expect(status).toBe(200);
      expect(Buffer.byteLength(body)).toBeLessThan(bufferBytes - 16_384);
    }
  });

  it("fits into the proxy's buffer with the longest return path", async () => {
    const returnTo = encodeURIComponent(`/${"&".repeat(2000)}`);
    const { status, body } = await createHttpVisitor(site).get(`/login?returnTo=${returnTo}`);
    expect(status).toBe(200);
    expect(Buffer.byteLength(body)).toBeLessThan(bufferBytes);
  });

  it("contains a short query in its links", async () => {
    const { body } = await createHttpVisitor(site).get("/de/login?returnTo=%2Fde%2Finvite");
    expect(body).toContain("returnTo=%2Fde%2Finvite");
  });
});

describe("page with a path of 2 KB", () => {
  const folders = ["/s/", "/de/s/", "/de/products/", "/de/coming-soon/", "/de/info/", "/de/registration/"];
  const repeatedTexts = ["'", "&", "a", "%27", "%C3%A4"];

  it.each(folders.flatMap((folder) => repeatedTexts.map((text) => ({ folder, text }))))(
    "fits into the proxy's buffer without compression (folder $folder, repeated text $text)",
    async ({ folder, text }) => {
      for (const length of [2000, 340]) {
        const path = folder + text.repeat(Math.floor((length - folder.length) / text.length));
        const response = await createHttpVisitor(site).get(path, { "Accept-Encoding": "identity" });
        expect(response.status).not.toBe(200);
        expect(Buffer.byteLength(response.body)).toBeLessThan(bufferBytes);
      }
    },
  );
});

describe("page that shows a form with a typed text of 60 KB again", () => {
  it("omits submitted legal text keys that are longer than any key of acq", async () => {
    const visitor = createHttpVisitor(site);
    const form = "/de/registration/formstarted?rc=WELCOME";
    const { body: emptyForm } = await visitor.get(form);
    const formToken = readHiddenField(emptyForm, "formToken");
    const measureSize = async (legalTexts: string) => {
      const response = await visitor.post(form, { formToken, legalTexts, website: "x", firstname: "Zoë" });
      expect(response.status).toBe(422);
      return Buffer.byteLength(response.body);
    };
    const pageSize = await measureSize(`DE,${"a".repeat(28_000)},${"b".repeat(28_000)}`);
    expect(pageSize - (await measureSize("DE,terms-de,privacy-de"))).toBeLessThan(1000);
  });

  it.each(["'", '"', "&", "<", "a"])(
    "fits into the proxy's buffer without compression (repeated text %s)",
    async (text) => {
      const visitor = createHttpVisitor(site);
      const form = "/pl/registration/formstarted?rc=WELCOME";
      const formToken = readHiddenField((await visitor.get(form)).body, "formToken");
      for (const fields of [
        ["email"],
        ["firstname", "lastname"],
        ["email", "questionedEmail", "suggestedEmail"],
        ["fref", "vt", "popup", "password", "target-1"],
      ]) {
        const typedText = text.repeat(
          Math.floor(60_000 / encodeURIComponent(text).length / 3 / fields.length),
        );
        const typedFields = Object.fromEntries(fields.map((field) => [field, typedText]));
        const response = await visitor.post(form, { formToken, ...typedFields });
        expect(response.status).toBe(422);
        expect(Buffer.byteLength(response.body)).toBeLessThan(bufferBytes);
      }
    },
  );

  it.each([
    ["/", "registrationCode"],
    ["/login", "email"],
    ["/membership-interest/apply", "email"],
    ["/registration/resend", "email"],
  ])("shows the first 1,024 characters of the text: %s", async (path, field) => {
    const pageUrl = site.url(path);
    const response = await fetch(pageUrl, {
      method: "POST",
      headers: {
        Origin: new URL(pageUrl).origin,
        "X-Forwarded-For": "10.44.0.1",
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: `${field}=${"<".repeat(60_000)}`,
    });
    const shownCharacters = (await response.text()).match(/&lt;/g) ?? [];
    expect([response.status, shownCharacters.length]).toEqual([422, 1024]);
  });
});
