// npm run bench: makes sure of packages, build and browser, as `npm test` does, then measures.
import { ensureBrowser } from "../browser.mjs";
import { ensureBuilt, ensureInstalled } from "../prepare.mjs";
import { main, serve } from "../run.mjs";

await main(async () => {
  await ensureInstalled();
  await ensureInstalled("scripts/bench");
  await ensureBuilt();
  await ensureBrowser();
  serve(["--import", "tsx", "scripts/bench/main.ts", ...process.argv.slice(2)], process.env);
});
