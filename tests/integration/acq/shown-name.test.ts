import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { toDisplayName } from "../../../acq/shown-name";
import { fillPlaceholders, locales, getTexts } from "../../../acq/texts/texts";
import {
  activateAccount,
  bearerHeaders,
  findNewestActivationId,
  register,
  signIn,
} from "./support/operations";
import { startTestAcq } from "./support/test-acq";

const plainNames = [
  "Zoë",
  "J.R.",
  "J. R. R.",
  "J.R",
  "Anne-Marie",
  "Dr. Ng",
  "D’Arcy",
  "M.-C.",
  "María de los Ángeles",
  "李小龍",
  "علی\u200cرضا",
  "क्\u200dषिति",
  "N\u0303andu",
];

const suspiciousNames = [
  "X.Com",
  "A.B.Link",
  "J.Smith",
  "evil.example",
  "www.x",
  "WWW.x.y",
  "Ｘ．Ｃｏｍ",
  "X。Com",
  "X\u2024Com",
  "X.\u200bCom",
  "X.C\u0301om",
  "zoe@x",
  "http://x",
  "x/y",
  "mailto:x",
  "0800 123456",
  "Call 112",
  "x".repeat(31),
  "Call me at home now",
  "<b>",
  "a\nb",
];

describe("toDisplayName", () => {
  it.each(plainNames)("returns %j unchanged", (name) => {
    expect(toDisplayName(name)).toBe(name);
  });

  it.each(suspiciousNames)("returns null for the suspicious name %j", (name) => {
    expect(toDisplayName(name)).toBeNull();
  });

  it("never returns a name that contains a possible domain, e-mail address or number", () => {
    const testCharacters = Array.from("aB.． 。@:/-'1\u200b\u0301wé");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...testCharacters) }), (name) => {
        const normalizedName = (toDisplayName(name) ?? "")
          .normalize("NFKC")
          .replaceAll(/[\u200b\p{M}]/gu, "");
        expect(normalizedName).not.toMatch(/[\p{L}\p{N}][.。]\p{L}{2}|[@:/\p{N}]/u);
      }),
    );
  });
});

describe.each(locales)("activation mail in the language %s", (locale) => {
  const { mail: words, welcome } = getTexts(locale);

  it.each(["X.Com", "A.B.Link", "x".repeat(100)])(
    "greets without a name if the first name is suspicious: %s",
    async (firstName) => {
      const acq = await startTestAcq();
      await register(acq, { locale, firstName, lastName: "Y.Link" });
      const [mail] = await acq.outbox();
      for (const mailPart of [mail?.text, mail?.html]) {
        expect(mailPart).toContain(words.greetingPlain);
        expect(mailPart).not.toContain(firstName);
        expect(mailPart).not.toContain("Y.Link");
      }
      const { continueUrl } = await activateAccount(acq, await findNewestActivationId(acq));
      const page = await (await fetch(continueUrl ?? "")).text();
      expect(page).toContain(fillPlaceholders(welcome.introPlain, { brand: "Velvetgate" }));
      expect(page).not.toContain(firstName);
    },
  );

  it.each(["J.R.", "Anne-Marie"])("greets %s by the first name", async (firstName) => {
    const acq = await startTestAcq();
    await register(acq, { locale, firstName });
    const [mail] = await acq.outbox();
    expect(mail?.text.startsWith(fillPlaceholders(words.greeting, { firstName }))).toBe(true);
  });
});

const viewerSchema = z.object({ invitation: z.object({ registrationCode: z.string() }) });

it("inviter's suspicious name does not appear in mails or on the site", async () => {
  const acq = await startTestAcq();
  await register(acq, { firstName: "X.Com", email: "inviter@example.com" });
  const { continueUrl } = await activateAccount(acq, await findNewestActivationId(acq));
  const body = new URLSearchParams({ password: "a velvet rope" });
  await fetch(continueUrl ?? "", { method: "POST", body, redirect: "manual" });
  const token = await signIn(acq, "inviter@example.com", "a velvet rope");
  const viewerResponse = await acq.queryField(
    "query viewer { viewer { invitation { registrationCode } } }",
    {},
    bearerHeaders(token),
  );
  const { registrationCode } = viewerSchema.parse(viewerResponse).invitation;
  const details = await acq.queryField(
    "query checkRegistrationCode($code: String!) { registrationCodeDetails(registrationCode: $code) { errors invitorName } }",
    { code: registrationCode },
  );
  expect(details).toEqual({ errors: [], invitorName: null });
  await register(acq, { registrationCode, email: "friend@example.com" });
  const [mail] = await acq.outbox();
  expect(mail?.text).toContain(fillPlaceholders(getTexts("en").mail.intro, { brand: "Velvetgate" }));
  expect(mail?.text).not.toContain("X.Com");
});
