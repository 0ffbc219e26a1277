import type { Page } from "@playwright/test";
import { startVelvetgate } from "../support/velvetgate";
import { test as base } from "../browser/fixtures";
import { mainPageStates, otherPageStates, type PageState } from "../browser/page-states";
import { createVariant } from "../browser/registration";

const pictureFolder = ".cache/shots";
const locales = ["en", "de", "pl"] as const;
const pageWidths = [
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const colorSchemes = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  forced: { colorScheme: "light", forcedColors: "active" },
} as const;

/** Feature settings of the landing page (docs/product/cookies-and-events.md#experiments-and-seasons). */
const presentations = [
  { name: "center", features: "landing-layout=center-single-column,signup-steps=short,seasonal-banner=none" },
  { name: "mobile", features: "landing-layout=only-mobile,seasonal-banner=cyber-monday" },
  { name: "black-week", features: "seasonal-banner=black-week,headline=viral" },
  { name: "lean", features: "registration-flow=lean,seasonal-banner=none" },
];

const test = base.extend({ allowedErrorPatterns: async ({}, provide) => provide([/status of \d+/]) });

for (const locale of locales)
  for (const state of [...mainPageStates, ...otherPageStates])
    test(`screenshots of ${state.name} in ${locale} are taken`, async ({ page, site }) => {
      await state.open(page, site, createVariant(locale));
      await takePictures(page, locale, state);
    });

for (const { name, features } of presentations)
  for (const locale of locales)
    test(`screenshots of the presentation ${name} in ${locale} are taken`, async ({ page }) => {
      const site = await startVelvetgate({ env: { FEATURES: features } });
      for (const path of ["", "?rc=WELCOME", "/registration/formstarted?rc=WELCOME"]) {
        await page.goto(site.url(`/${locale}${path}`));
        await takePictures(page, locale, { name: `${name} ${path}` });
      }
      await site.stop();
    });

async function takePictures(page: Page, locale: string, { name }: Pick<PageState, "name">): Promise<void> {
  const file = name.replaceAll(/[^a-z0-9]+/gi, "-").replaceAll(/^-|-$/g, "");
  for (const size of pageWidths) {
    await page.setViewportSize(size);
    await showPictures(page);
    for (const [scheme, media] of Object.entries(colorSchemes)) {
      await page.emulateMedia({ ...media, reducedMotion: "reduce" });
      const path = `${pictureFolder}/${locale}/${file}-${size.width}-${scheme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  }
}

/** Loads the pictures below the first screen, which the browser defers until they are near. */
async function showPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = "eager";
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
  });
}
