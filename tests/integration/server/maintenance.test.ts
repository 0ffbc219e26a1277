import { afterAll, beforeAll, expect, it } from "vitest";
import { localeCodes } from "~/i18n/locales";
import { getMessages } from "~/i18n/translator.server";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";

let site: Velvetgate;
beforeAll(async () => {
  site = await startVelvetgate({ env: { MAINTENANCE: "true" } });
});
afterAll(() => site.stop());

const pages = localeCodes.flatMap((locale) =>
  ["", "?rc=WELCOME", "/registration/formstarted?rc=WELCOME", "/admin/splitgenerator", "/no/such/page"].map(
    (path) => [locale, path] as const,
  ),
);

it.each(pages)(
  "maintenance mode shows a page in %s with the maintenance message, even at %j",
  async (locale, path) => {
    const response = await fetch(site.url(`/${locale}${path}`), { redirect: "manual" });
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("300");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const page = await response.text();
    expect(page).toContain(getMessages(locale).errors?.["unavailable.maintenance"]);
    expect(page).toContain(`<html lang="${locale}-`);
    expect(page).toMatch(new RegExp(`class="button" href="/${locale}"`));
  },
);

it("maintenance mode accepts no form, and its page has no button that leaves the page", async () => {
  const body = new URLSearchParams({ registrationCode: "WELCOME", intent: "check-code" });
  const response = await fetch(site.url("/de"), { method: "POST", body, headers: { Origin: site.url("") } });
  expect(response.status).toBe(503);
  const page = await response.text();
  expect(page).toContain(getMessages("de").errors?.["unavailable.maintenance"]);
  expect(page).not.toMatch(/class="button" href/);
});

it("maintenance mode still serves files and probes", async () => {
  for (const path of ["/healthz", "/readyz", "/icon.svg"])
    expect((await fetch(site.url(path))).status).toBe(200);
});
