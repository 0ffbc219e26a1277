import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { readLazyPictureUrls } from "./lazy-pictures";
import type { Velvetgate } from "./velvetgate";

export interface RegistrationBytes {
  /** The bytes of all responses with headers, without lazy pictures. */
  totalBytes: number;
  /** The bytes of pictures with `loading="lazy"`. */
  lazyPictureBytes: number;
}

/** Counts the bytes of a whole registration in a new browser context, from the invitation to the active account. */
export async function countRegistrationBytes(
  browser: Browser,
  site: Velvetgate,
  email: string,
  contextOptions: BrowserContextOptions,
): Promise<RegistrationBytes> {
  const context = await browser.newContext({ ...contextOptions, locale: "en" });
  try {
    const page = await context.newPage();
    const cdpSession = await context.newCDPSession(page);
    const urlByRequest = new Map<string, string>();
    const bytesByUrl = new Map<string, number>();
    cdpSession.on("Network.requestWillBeSent", ({ requestId, request }) =>
      urlByRequest.set(requestId, request.url),
    );
    cdpSession.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const url = urlByRequest.get(requestId) ?? "";
      bytesByUrl.set(url, (bytesByUrl.get(url) ?? 0) + encodedDataLength);
    });
    await cdpSession.send("Network.enable");
    const lazyPictureUrls = new Set<string>();
    const finishPage = async () => {
      await page.waitForLoadState("networkidle");
      for (const url of await readLazyPictureUrls(page)) lazyPictureUrls.add(url);
    };

    await page.goto(createInvitationUrl(site));
    await finishPage();
    await openSecondStep(page, email, 0);
    await page.locator("[name=firstname]").fill("Anna");
    await page.locator("[name=lastname]").fill("Berg");
    await page.locator("[name=gender]").first().check();
    await page.locator("[name=terms]").check();
    await finishPage();
    await page.locator("#main-form .row button").click();
    await page.waitForURL(/formfinished/);
    await finishPage();
    const [mail] = await site.fetchMailsTo(email);
    await page.goto(mail?.links[0] ?? "");
    await finishPage();
    await page.locator("main form button").first().click();
    await page.waitForURL(/done=activated/);
    await finishPage();
    const entries = [...bytesByUrl];
    const sumBytes = (isCounted: (url: string) => boolean) =>
      entries.reduce((total, [url, bytes]) => total + (isCounted(url) ? bytes : 0), 0);
    return {
      totalBytes: sumBytes((url) => !lazyPictureUrls.has(url)),
      lazyPictureBytes: sumBytes((url) => lazyPictureUrls.has(url)),
    };
  } finally {
    await context.close();
  }
}

export const createInvitationUrl = (site: Velvetgate) => site.url("/en?rc=WELCOME");

/** Types the e-mail address on the open landing page of an invitation, and submits it. */
export async function openSecondStep(page: Page, email: string, delayMs: number): Promise<void> {
  await page.locator("#email").pressSequentially(email, { delay: delayMs });
  await page.locator("#main-form button.button").click();
  await page.locator("[name=firstname]").waitFor();
}
