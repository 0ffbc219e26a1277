import { chromium, type Browser } from "@playwright/test";
import { browserArguments, findBrowser } from "../browser.mjs";

/** The browser of the machine, which asks nobody but our servers for anything. */
export function startBrowser(args: string[] = []): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // Our own end is seen to in main.ts.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...browserArguments, ...args],
  });
}
