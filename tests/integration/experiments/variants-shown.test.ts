import { afterAll, beforeAll, expect, it } from "vitest";
import type { FeatureName } from "~/config/features-variable";
import { createHttpVisitor } from "../server/http-visitor";
import { textOf, textsOf } from "../../support/html-text";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { translatorFor } from "../../support/words";
import { createCookiesWithAssignment, createEveryFeature } from "../../support/every-feature";
import { startFeaturesServer, type FeaturesServer } from "../../support/features-server";

let features: FeaturesServer;
let site: Velvetgate;
beforeAll(async () => {
  features = await startFeaturesServer(createEveryFeature());
  site = await startVelvetgate({ env: { FEATURES_URL: features.url, FEATURES_CLIENT_KEY: "sdk-key" } });
});
afterAll(async () => {
  await site.stop();
  await features.stop();
});

const t = translatorFor("de");
const form = "/de/registration/formstarted?rc=WELCOME";

const findHeading = (html: string) => textsOf(html, "h1")[0];
const findLayout = (html: string) => /data-variant="([^"]*)"/.exec(html)?.[1];
/** Returns the number of steps of the sign-up flow, which the page shows as its progress ("1 of 5"). */
const findStepCount = (html: string) => [3, 5].find((count) => showsStepCount(html, count));
const showsStepCount = (html: string, count: number) =>
  textOf(html).includes(t("landing:flow.progress", { step: count, count }));

const cases: [
  name: FeatureName,
  choice: string,
  path: string,
  find: (html: string) => unknown,
  what: unknown,
][] = [
  ["registration-flow", "lean", form, (html) => /name="intent" value="(\w+)"/.exec(html)?.[1], "leanStep1"],
  ["registration-flow", "default", form, (html) => html.includes('name="firstname"'), true],
  ["landing-layout", "center-single-column", "/de", findLayout, "center-single-column"],
  ["landing-layout", "only-mobile", "/de", findLayout, "only-mobile"],
  ["landing-layout", "right-double-column", "/de", findLayout, "right-double-column"],
  ["signup-steps", "short", "/de", findStepCount, 3],
  ["signup-steps", "full", "/de", findStepCount, 5],
  ["headline", "social", "/de", findHeading, t("landing:headline.social")],
  ["headline", "daba", "/de", findHeading, t("landing:headline.daba")],
  ["headline", "social", "/de/viral", findHeading, t("landing:headline.viral")],
  ["seasonal-banner", "cyber-monday", "/de", showsCyberMonday, true],
  ["seasonal-banner", "none", "/de", showsCyberMonday, false],
  ["registration-extra-fields", "true", form, (html) => html.includes('name="postalCode"'), true],
  ["registration-extra-fields", "false", form, (html) => html.includes('name="postalCode"'), false],
];

function showsCyberMonday(html: string): boolean {
  return textOf(html).includes(t("season:cyberMonday.title"));
}

it.each(cases)(
  "feature %s has a visible effect for its choice %s at %s",
  async (name, choice, path, findShownVariant, expected) => {
    const visitor = createHttpVisitor(site);
    for (const [cookie, value] of Object.entries(createCookiesWithAssignment(name, choice)))
      visitor.cookies.set(cookie, value);
    // The first visit gets a personalized page; the second visit gets the variant's shared page.
    for (const visit of [1, 2])
      expect([visit, findShownVariant((await visitor.get(path)).body)]).toEqual([visit, expected]);
  },
);
