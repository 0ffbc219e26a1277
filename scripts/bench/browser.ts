import { chromium, type Browser } from "@playwright/test";
import { browserArguments, findBrowser } from "../browser.mjs";

/** Starts the machine's browser without connections to other hosts. */
export function startBrowser(args: string[] = []): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // The browser leaves signals to main.ts, which handles them.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...browserArguments, ...args],
  });
}
