import { existsSync } from "node:fs";
import { aptInstall } from "./apt.mjs";
import { must } from "./run.mjs";

// The shell first: the same engine without a window, in half the time.
const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** So that it has no window, and asks nobody but our servers for anything. */
export const browserArguments = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The browser of the machine, CHROME_PATH first; undefined: Playwright's own download serves. */
export function findBrowser() {
  const chosen = process.env.CHROME_PATH;
  return [...(chosen ? [chosen] : []), ...places].find((path) => existsSync(path));
}

/** Installs a browser where there is none: Debian's package where apt may be used, else Playwright's. */
export async function ensureBrowser() {
  if (findBrowser()) return;
  if (await aptInstall("chromium-headless-shell", "the browser tests")) return;
  if (await aptInstall("chromium", "the browser tests")) return;
  console.log("Making sure of Playwright's Chromium, since no other browser was found");
  await must("npx", ["playwright", "install", "chromium"]);
}
