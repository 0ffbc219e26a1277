import { chromium, type Browser } from "@playwright/test";
import { browserArguments, findBrowser } from "../browser.mjs";

/** Starts the installed browser without connections to other hosts. */
export function startBrowser(args: string[] = []): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // Playwright would handle signals by closing the browser. main.ts handles them instead.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...browserArguments, ...args],
  });
}
