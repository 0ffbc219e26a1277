import { ensureBrowser } from "../../scripts/browser.mjs";
import { ensureBuilt } from "../../scripts/prepare.mjs";

/** Ensures before the first test that a browser is available and that the build is current. */
export default async function ensureSiteBuilt(): Promise<void> {
  await Promise.all([ensureBrowser(), ensureBuilt()]);
}
