import { existsSync } from "node:fs";
import { must, run } from "./run.mjs";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser of the machine, CHROME_PATH first; undefined: Playwright's own download serves. */
export function findBrowser() {
  const chosen = process.env.CHROME_PATH;
  return [...(chosen ? [chosen] : []), ...places].find((path) => existsSync(path));
}

/** Installs a browser where there is none: Debian's package where apt may be used, else Playwright's. */
export async function ensureBrowser() {
  if (findBrowser()) return;
  const apt = await aptCommand();
  if (apt) {
    console.log("Installing Chromium for the browser tests, since none was found (apt-get)");
    await must(apt[0], [...apt.slice(1), "update"]);
    await must(apt[0], [...apt.slice(1), "install", "-y", "--no-install-recommends", "chromium"]);
    return;
  }
  console.log("Making sure of Playwright's Chromium, since no other browser was found");
  await must("npx", ["playwright", "install", "chromium"]);
}

async function aptCommand() {
  if (!existsSync("/etc/debian_version")) return undefined;
  if (process.getuid?.() === 0) return ["apt-get"];
  const maySudo = existsSync("/usr/bin/sudo") && (await run("sudo", ["-n", "true"])) === 0;
  return maySudo ? ["sudo", "-n", "apt-get"] : undefined;
}
