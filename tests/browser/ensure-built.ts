import { ensureBrowser } from "../../scripts/browser.mjs";
import { ensureBuilt } from "../../scripts/prepare.mjs";

/** Before the first test: there is a browser, and it is not shown yesterday's build. */
export default async function ensure(): Promise<void> {
  await Promise.all([ensureBrowser(), ensureBuilt()]);
}
