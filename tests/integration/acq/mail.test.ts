import { expect, it, vi } from "vitest";
import { fillPlaceholders, locales, getTexts } from "../../../acq/texts/texts";
import { findNewestActivationId, register } from "./support/operations";
import { startSmtpSink } from "./support/smtp-sink";
import { startTestAcq } from "./support/test-acq";

const mailCases = [
  ["en", "Your Velvetgate membership: one step to go", "Dear Zoë,", "72 hours"],
  ["de", "Ihre Mitgliedschaft bei Velvetgate: nur noch ein Schritt", "Guten Tag,", "72\u00a0Stunden"],
  ["fr", "Votre adhésion à Velvetgate\u202f: encore une étape", "Bonjour Zoë,", "72\u00a0heures"],
  ["it", "La sua iscrizione a Velvetgate: manca solo un passo", "Gentile Zoë,", "72\u00a0ore"],
  ["nl", "Uw lidmaatschap van Velvetgate: nog één stap", "Beste Zoë,", "72\u00a0uur"],
  ["pl", "Twoje członkostwo w\u00a0klubie Velvetgate: jeszcze jeden krok", "Dzień dobry,", "72\u00a0godziny"],
  ["sv", "Ditt medlemskap i Velvetgate: bara ett steg kvar", "Hej Zoë,", "72\u00a0timmar"],
] as const;

it("table of expected e-mail texts covers every language", () => {
  expect(mailCases.map(([locale]) => locale).sort()).toEqual([...locales].sort());
});

it.each(mailCases)(
  "activation mails in %s have the subject, greeting, link and validity, as text and as HTML",
  async (locale, subject, greeting, validityText) => {
    const acq = await startTestAcq({ frontEndUrl: "https://club.example/acquisition/" });
    await register(acq, { locale, email: "zoe@example.com" });
    const [mail] = await acq.outbox();
    const id = await findNewestActivationId(acq);
    const link = `https://club.example/acquisition/${locale}/registration/activateaccount?accountActivationId=${id}`;
    expect(mail).toMatchObject({
      to: "zoe@example.com",
      subject,
      links: [link],
      sentAt: "2026-11-21T09:00:00.000Z",
    });
    const imprintLink = `https://club.example/acquisition/${locale}/info/imprint`;
    for (const expectedText of [greeting, "Anna", link, validityText, imprintLink]) {
      expect(mail?.text).toContain(expectedText);
      expect(mail?.html).toContain(expectedText);
    }
    expect(mail?.text).toMatch(/ 24\.? \S+ 2026 .*10:00/);
    const signOff = fillPlaceholders(getTexts(locale).mail.signOff, { brand: "Velvetgate" });
    expect(mail?.text).toContain(signOff);
    expect(mail?.html).toContain(signOff.replace("\n", "<br>"));
    expect(mail?.html).toContain(`<html lang="${locale}"`);
    expect(mail?.html).toContain(`<a href="${link}"`);
    const [previewText] = /(?<=<div style="display:none[^>]*>)[^<]*/.exec(mail?.html ?? "") ?? [];
    expect(previewText).toContain("Anna");
  },
);

it("e-mail and welcome texts differ between all languages", () => {
  const textsByLocale = locales.map((locale) => {
    const { mail, welcome } = getTexts(locale);
    return [
      mail.intro,
      mail.introInvited,
      mail.next,
      mail.button,
      mail.fallback,
      mail.validity,
      mail.ignore,
      mail.signOff,
      mail.imprint,
      welcome.title,
      welcome.intro,
      welcome.email,
      welcome.hint,
      welcome.submit,
      welcome.problem,
      welcome.error,
      welcome.tooShort,
      welcome.tooLong,
      welcome.doneTitle,
      welcome.doneText,
      welcome.signIn,
      welcome.invalidTitle,
      welcome.invalidText,
      welcome.demonstration,
    ];
  });
  for (const [index] of (textsByLocale[0] ?? []).entries()) {
    const wordingsInAllLanguages = textsByLocale.map((texts) => texts[index]);
    expect(new Set(wordingsInAllLanguages).size, wordingsInAllLanguages.join(" | ")).toBe(locales.length);
  }
});

it("mails escape names and the brand in HTML, but not in plain text", async () => {
  const acq = await startTestAcq({ brand: '<b>&"Co" {{firstName}}' });
  await register(acq, { firstName: "O'Neill" });
  const [mail] = await acq.outbox();
  expect(mail?.text).toContain("Dear O'Neill,");
  expect(mail?.text).toContain('<b>&"Co" {{firstName}}');
  expect(mail?.html).toContain("Dear O&#39;Neill,");
  expect(mail?.html).toContain("&lt;b&gt;&amp;&quot;Co&quot; {{firstName}}");
  expect(mail?.html).not.toContain("<b>");
});

it("mails sent over SMTP have a text and an HTML part, the language and the sender", async () => {
  const smtpServer = await startSmtpSink();
  const acq = await startTestAcq({ smtpUrl: smtpServer.url, frontEndUrl: "https://club.example" });
  await register(acq, { email: "Zoe@example.com", locale: "de" });
  const { recipient, source } = await smtpServer.waitForMessage();
  expect(recipient).toBe("Zoe@example.com");
  expect(source).toMatch(/^From: Velvetgate <no-reply@club\.example>\r$/m);
  expect(source).toMatch(/^To: Zoe@example\.com\r$/m);
  expect(source).toMatch(/^Subject: Ihre Mitgliedschaft bei Velvetgate/m);
  expect(source).toMatch(/^Content-Language: de\r$/m);
  expect(source).toContain("multipart/alternative");
  // The picture is part of the e-mail, because mail programs do not load files by default.
  expect(source).toContain("multipart/related");
  expect(source).toMatch(/Content-Type: image\/jpeg; name=gate\.jpg\r\nContent-Id: <gate@velvetgate>/i);
  expect(source.replaceAll("=\r\n", "")).toContain('<img src=3D"cid:gate@velvetgate"');
  expect(source).toContain("Content-Type: text/plain; charset=utf-8");
  expect(source).toContain("Content-Type: text/html; charset=utf-8");
  expect(source.replaceAll("=\r\n", "")).toContain(
    `accountActivationId=3D${await findNewestActivationId(acq)}`,
  );
});

it("mails that cannot be sent are logged without their recipient and stay in the outbox", async () => {
  const smtpServer = await startSmtpSink({ refuses: true });
  const log = vi.fn<(line: string) => void>();
  const acq = await startTestAcq({ smtpUrl: smtpServer.url, log });
  expect(await register(acq, { email: "refused@example.com" })).toMatchObject({ status: "CREATED" });
  await vi.waitFor(() => {
    expect(log).toHaveBeenCalledWith("an e-mail could not be sent and stays in the outbox: EENVELOPE");
  });
  expect(await acq.outbox()).toMatchObject([{ to: "refused@example.com" }]);
});

it("mails in an unsupported language have English text, and links with that language", async () => {
  const acq = await startTestAcq();
  await register(acq, { locale: "es" });
  const [mail] = await acq.outbox();
  expect(mail?.subject).toBe(fillPlaceholders(getTexts("en").mail.subject, { brand: "Velvetgate" }));
  expect(mail?.html).toContain('<html lang="en"');
  expect(mail?.links[0]).toContain("/es/registration/activateaccount");
});
