import { browserArguments, findWholeBrowser } from "../../scripts/browser.mjs";

/**
 * Returns the options that launch a browser with all its parts: the shell for tests knows neither extensions nor the
 * preferences of a profile.
 *
 * @param args - further arguments of the command line
 */
export function wholeBrowser(...args: string[]) {
  const executablePath = findWholeBrowser();
  return {
    ...(executablePath && { executablePath }),
    // The switch that Playwright adds for this would start the shell's mode.
    headless: false,
    args: [...browserArguments.filter((argument) => argument !== "--headless"), "--headless=new", ...args],
  };
}
