import { existsSync } from "node:fs";
import { aptInstall } from "./apt.mjs";
import { findProgram } from "./find-program.mjs";
import { must } from "./run.mjs";

const shell = "/usr/bin/chromium-headless-shell";
const places = [
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

/**
 * Finds the browser for tests: CHROME_PATH first, then the shell, which is the same engine without a window and starts
 * in half the time.
 *
 * @returns its path; undefined where Playwright's own download serves
 */
export function findBrowser() {
  const chosen = process.env.CHROME_PATH;
  return [...(chosen ? [chosen] : []), shell, ...places].find((path) => existsSync(path));
}

/** Finds a browser with all its parts, extensions among them. */
export function findWholeBrowser() {
  return places.find((path) => existsSync(path));
}

/** Installs the browsers that are missing: Debian's packages where apt may be used, else Playwright's. */
export async function ensureBrowser() {
  if (!findBrowser()) await aptInstall("chromium-headless-shell", "the browser tests");
  if (!findWholeBrowser()) await aptInstall("chromium", "the tests of extensions");
  if (findBrowser()) return;
  console.log("Making sure of Playwright's Chromium, since no other browser was found");
  await must("npx", ["playwright", "install", "chromium"]);
}

/** Finds Firefox: FIREFOX_PATH first. */
export function findFirefox() {
  return findProgram("firefox-esr", process.env.FIREFOX_PATH) ?? findProgram("firefox");
}

/** Installs Firefox where there is none: Debian's package where apt may be used. */
export async function ensureFirefox() {
  if (findFirefox() || (await aptInstall("firefox-esr", "the tests in Firefox"))) return;
  throw new Error("The tests need Firefox: please install it, or name its program in FIREFOX_PATH");
}
