import { expect, it } from "vitest";
import { locales } from "../../../acq/texts/texts";
import { register } from "./support/operations";
import { findMailMistakes, findHtmlMistakes, extractText } from "./support/html";
import { startTestAcq } from "./support/test-acq";

it("outbox page lists every e-mail in its language, newest first, with clickable links", async () => {
  const acq = await startTestAcq();
  await register(acq, { email: "first@example.com", locale: "fr" });
  acq.clock.advance(1000);
  await register(acq, { email: "second@example.com", locale: "pl" });
  const [newest, oldest] = await acq.outbox();
  expect([newest?.to, oldest?.to]).toEqual(["second@example.com", "first@example.com"]);

  const html = await (await fetch(`${acq.url}/outbox`)).text();
  expect(html.indexOf("second@example.com")).toBeLessThan(html.indexOf("first@example.com"));
  expect(html).toContain(`<a href="${newest?.links[0]}">${newest?.links[0]}</a>`);
  expect(html).toContain(`<h2 lang="fr">${oldest?.subject}</h2>`);
  expect(extractText(html)).toContain("Dzień dobry,");
  expect(await findHtmlMistakes(html)).toEqual([]);
});

it("outbox page without e-mails shows that no e-mail has been sent yet", async () => {
  const acq = await startTestAcq();
  const html = await (await fetch(`${acq.url}/outbox`)).text();
  expect(extractText(html)).toContain("No email has been sent yet.");
  expect(await findHtmlMistakes(html)).toEqual([]);
});

it("outbox and welcome pages allow no scripts, and browsers must not store the pages", async () => {
  const acq = await startTestAcq();
  for (const path of ["/outbox", "/welcome?token=x"]) {
    const { headers } = await fetch(acq.url + path);
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});

it("outbox and welcome pages show the demonstration notice only with the option showsDemonstrationNotice", async () => {
  const line = "For demonstration only";
  const acqWithNotice = await startTestAcq({ showsDemonstrationNotice: true });
  expect(await (await fetch(`${acqWithNotice.url}/outbox`)).text()).toContain(line);
  expect(await (await fetch(`${acqWithNotice.url}/welcome?token=x`)).text()).toContain(line);
  const acqWithoutNotice = await startTestAcq();
  expect(await (await fetch(`${acqWithoutNotice.url}/outbox`)).text()).not.toContain(line);
});

it.each(locales)("activation mails in %s have valid HTML", async (locale) => {
  const acq = await startTestAcq();
  await register(acq, { locale });
  const [mail] = await acq.outbox();
  expect(await findMailMistakes(mail?.html ?? "")).toEqual([]);
});
