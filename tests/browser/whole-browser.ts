import { browserArguments, findWholeBrowser } from "../../scripts/browser.mjs";

/**
 * Returns the options that launch a full browser: the headless shell supports neither extensions nor the preferences of
 * a profile.
 *
 * @param args - further command-line arguments
 */
export function createBrowserOptions(...args: string[]) {
  const executablePath = findWholeBrowser();
  return {
    ...(executablePath && { executablePath }),
    // Playwright's `headless: true` would start the browser in the mode of the headless shell, so the arguments below
    // select the new headless mode instead.
    headless: false,
    args: [...browserArguments.filter((argument) => argument !== "--headless"), "--headless=new", ...args],
  };
}
