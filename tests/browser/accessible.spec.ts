import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures";
import { mainPageStates, otherPageStates, type PageState } from "./page-states";
import { browserLocales, createVariant } from "./registration";

const narrowViewport = { width: 320, height: 640 };
const wideViewport = { width: 1440, height: 900 };

test.use({ viewport: narrowViewport });
test.beforeEach(({ allowPageError }) => {
  allowPageError(/status of (403|404|422|429|500|503) /);
});

for (const locale of browserLocales)
  for (const states of groupStates([...mainPageStates, ...(locale === "en" ? otherPageStates : [])]))
    test(`${locale}: pages have no accessibility violations (${states.map(({ name }) => name).join(", ")})`, async ({
      page,
      site,
    }) => {
      test.setTimeout(30_000 * (states.length + 1));
      for (const state of states)
        await test.step(state.name, async () => {
          await page.setViewportSize(narrowViewport);
          await page.emulateMedia({ colorScheme: "light" });
          await state.open(page, site, createVariant(locale));
          // In other languages, this test checks only that the texts have enough room: markup and colors are the same
          // in all languages.
          if (locale !== "en") return expectUsableLayout(page);
          await expectAccessible(page);
          await expectUsableLayout(page);
          await page.setViewportSize(wideViewport);
          await page.emulateMedia({ colorScheme: "dark" });
          await expectAccessible(page, "color-contrast");
          await expectUsableLayout(page);
        });
    });

/**
 * Groups the page states that need no steps other than opening a URL, so that the same visitor opens several of them.
 * This saves time, because the scripts load again for each new visitor.
 */
function groupStates(states: readonly PageState[]): PageState[][] {
  const statesWithAddress = states.filter(({ openedPath }) => openedPath !== undefined);
  const stateGroups = Array.from({ length: Math.ceil(statesWithAddress.length / 6) }, (_, index) =>
    statesWithAddress.slice(index * 6, (index + 1) * 6),
  );
  return [
    ...states.filter(({ openedPath }) => openedPath === undefined).map((state) => [state]),
    ...stateGroups,
  ];
}

async function expectUsableLayout(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectLargeClickTargets(page);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflowWidth = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflowWidth).toBeLessThanOrEqual(0);
}

/** Expects buttons, fields and stand-alone links to be 44 px high. Links inside sentences are exempt. */
async function expectLargeClickTargets(page: Page): Promise<void> {
  await collapseDetails(page, false);
  const clickTargetSelector =
    "button, summary, select, .button, header a, footer a, .links a, [role=alert] a";
  const fields = "input:not([type=hidden], [type=radio], [type=checkbox])";
  const choices =
    "label:has(~ input[type=checkbox]), input[type=checkbox] ~ label, input[type=radio] ~ label";
  const smallClickTargets = await page
    .locator([clickTargetSelector, fields, choices].join(", "))
    .filter({ visible: true })
    .and(page.locator("body :not([aria-hidden=true])"))
    .evaluateAll(listHeightsUnder44Px);
  await collapseDetails(page, true);
  expect(smallClickTargets).toEqual([]);
}

async function collapseDetails(page: Page, isCollapsed: boolean): Promise<void> {
  await page
    .locator("details")
    .evaluateAll(
      (elements, shouldCollapse) =>
        elements.forEach((element) => element.toggleAttribute("open", !shouldCollapse)),
      isCollapsed,
    );
}

function listHeightsUnder44Px(elements: Element[]): string[] {
  return elements
    .filter((element) => element.getBoundingClientRect().height < 43.9)
    .map((element) => `${element.getBoundingClientRect().height} px: ${element.outerHTML.slice(0, 120)}`);
}
