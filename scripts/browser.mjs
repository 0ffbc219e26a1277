import { existsSync } from "node:fs";
import { installWithApt } from "./apt.mjs";
import { findProgramInFolders } from "./programs.mjs";
import { runOrThrow } from "./run.mjs";

const headlessShellPath = "/usr/bin/chromium-headless-shell";
const browserPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Arguments for a browser without a window and without connections to other hosts. */
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
 * Finds the browser for tests: CHROME_PATH if set, otherwise Chromium's headless shell, otherwise Chromium. The
 * headless shell has the same engine as Chromium and starts in half the time.
 *
 * @returns the browser's path; undefined if Playwright's own download is used
 */
export function findBrowser() {
  const customPath = process.env.CHROME_PATH;
  return [...(customPath ? [customPath] : []), headlessShellPath, ...browserPaths].find((path) =>
    existsSync(path),
  );
}

/** Finds a complete browser, which supports extensions. */
export function findWholeBrowser() {
  return browserPaths.find((path) => existsSync(path));
}

/** Installs missing browsers: Debian's packages if apt is available, otherwise Playwright's. */
export async function ensureBrowser() {
  const hasFastBrowser = process.env.CHROME_PATH || existsSync(headlessShellPath);
  if (!hasFastBrowser) await installWithApt("chromium-headless-shell", "the browser tests");
  if (!findWholeBrowser()) await installWithApt("chromium", "the tests of extensions");
  if (findBrowser()) return;
  console.log("Installing Playwright's Chromium if it is missing, since no other browser was found");
  await runOrThrow("npx", ["playwright", "install", "chromium"]);
}

/** Finds Firefox: the variable FIREFOX_PATH if set, otherwise the machine's Firefox. */
export function findFirefox() {
  return findProgramInFolders("firefox-esr", process.env.FIREFOX_PATH) ?? findProgramInFolders("firefox");
}

/** Installs Firefox if it is missing: Debian's package if apt is available. */
export async function ensureFirefox() {
  if (findFirefox() || (await installWithApt("firefox-esr", "the tests in Firefox"))) return;
  throw new Error("The tests need Firefox: please install it, or name its program in FIREFOX_PATH");
}
