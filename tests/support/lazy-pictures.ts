import type { Page } from "@playwright/test";

/** Returns the URLs of the pictures with `loading="lazy"` that the page has loaded. */
export function readLazyPictureUrls(page: Page): Promise<string[]> {
  return page
    .locator("img[loading=lazy]")
    .evaluateAll((pictures: HTMLImageElement[]) => pictures.map(({ currentSrc }) => currentSrc));
}
