import { describe, expect, it } from "vitest";
import { createSeasonBanner } from "~/request/season.server";
import { CountdownBanner } from "~/routes/landing/countdown-banner";
import { SaleBanner } from "~/routes/landing/first-screen.static";
import { renderView } from "../../../tests/support/view-html";
import { createConfig } from "../../../tests/support/configuration";

const countdownBanner = {
  kind: "countdown",
  endsAt: "2026-11-26T23:00:00Z",
  now: "2026-11-20T19:56:54Z",
} as const;

describe("seasonal banner rendered on the server", () => {
  it("shows days and hours, and reserves space for units that require JavaScript", () => {
    const html = renderView(<CountdownBanner {...countdownBanner} />);
    expect(readVisibleText(html)).toBe("Black Friday begins in 6 days and 3 hours");
    expect(html.split("countdown-later").length - 1).toBe(2);
    expect(html).toMatch(/<button[^>]* data-idle="true"/);
    expect(html).not.toMatch(/ style=|aria-live/);
  });

  it("uses the plural form that matches each number", () => {
    const endingBanner = { ...countdownBanner, now: "2026-11-25T21:00:00Z" };
    expect(readVisibleText(renderView(<CountdownBanner {...endingBanner} />, "en"))).toMatch(
      / 1 day and 2 hours$/,
    );
  });

  it("stays at zero after the end of the countdown", () => {
    const endedCountdown = { ...countdownBanner, now: "2026-11-28T00:00:00Z" };
    expect(readVisibleText(renderView(<CountdownBanner {...endedCountdown} />))).toMatch(
      / 0 days and 0 hours$/,
    );
  });

  it.each([
    ["black-week", "Black Week sale until Sunday"],
    ["cyber-monday", "Cyber Monday sale today only"],
  ] as const)("shows the sale text of %s", (kind, text) => {
    expect(readVisibleText(renderView(<SaleBanner kind={kind} />))).toBe(text);
  });
});

describe("seasonal banner selection (docs/product/cookies-and-events.md#experiments-and-seasons)", () => {
  const blackFridayBanner = { kind: "countdown", endsAt: "2026-11-26T23:00:00.000Z" };

  it.each([
    ["auto", "2026-10-01T00:00:00.000Z", undefined],
    ["auto", "2026-11-20T12:00:00.000Z", { ...blackFridayBanner, now: "2026-11-20T12:00:00.000Z" }],
    ["auto", "2026-11-25T12:00:00.000Z", { kind: "black-week" }],
    ["auto", "2026-11-30T12:00:00.000Z", { kind: "cyber-monday" }],
    ["none", "2026-11-20T12:00:00.000Z", undefined],
    ["black-week", "2026-07-01T12:00:00.000Z", { kind: "black-week" }],
    ["cyber-monday", "2026-07-01T12:00:00.000Z", { kind: "cyber-monday" }],
    ["black-friday", "2026-07-01T12:00:00.000Z", { ...blackFridayBanner, now: "2026-07-01T12:00:00.000Z" }],
    ["black-friday", "2026-11-30T12:00:00.000Z", { kind: "countdown", endsAt: "2027-11-25T23:00:00.000Z" }],
  ])("maps the feature value %s at %s to the banner %j", (feature, now, banner) => {
    const config = createConfig({
      ACQ_EMBEDDED: "true",
      LOG_LEVEL: "silent",
      FEATURES: `seasonal-banner=${feature}`,
    });
    const actualBanner = createSeasonBanner(config.features["seasonal-banner"], new Date(now));
    if (banner) expect(actualBanner).toMatchObject(banner);
    else expect(actualBanner).toBeUndefined();
  });
});

/** Returns the text that visitors see without script, except the toast region. */
function readVisibleText(html: string): string {
  return html
    .replace(/<span class="countdown-part countdown-later"[^>]*>.*?<\/span>.*?<\/span>/g, "")
    .replace(/<button.*?<\/button>/g, "")
    .replace(/<[^>]+>/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
