import { localeCodes } from "~/i18n/locales";
import { expect, it, onTestFinished } from "vitest";
import { getSharedSite } from "../../support/shared-site";
import { startVelvetgate } from "../../support/velvetgate";

const path = "/.well-known/security.txt";

it("security.txt contains the security contact, at the root of the origin (RFC 9116)", async () => {
  const site = await startVelvetgate({
    basePath: "/acquisition",
    env: {
      SECURITY_CONTACT: "mailto:security@club.example, https://club.example/report",
      LOCALE_DOMAINS: "club.de=de",
    },
  });
  onTestFinished(async () => {
    await site.stop();
  });
  const response = await fetch(site.origin + path);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  const lines = (await response.text()).trimEnd().split("\n");
  const expiresLine = lines.find((line) => line.startsWith("Expires: ")) ?? "";
  const daysLeft = (Date.parse(expiresLine.slice("Expires: ".length)) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(daysLeft).toBeGreaterThan(170);
  expect(daysLeft).toBeLessThan(365);
  expect(lines.filter((line) => line !== expiresLine)).toEqual([
    "Contact: mailto:security@club.example",
    "Contact: https://club.example/report",
    `Preferred-Languages: ${localeCodes.join(", ")}`,
    `Canonical: ${site.origin}${path}`,
    `Canonical: http://club.de${path}`,
  ]);
  expect((await fetch(site.url(path))).status).toBe(404);
});

it("security.txt does not exist without a configured contact", async () => {
  const site = await getSharedSite();
  expect((await fetch(site.origin + path)).status).toBe(404);
});
