// npm run bench: installs packages and the browser and builds the site if needed, like `npm test`, and then measures.
import { ensureBrowser } from "../browser.mjs";
import { ensureBuilt, ensureInstalled } from "../prepare.mjs";
import { ensureProgram } from "../programs.mjs";
import { main, serve } from "../run.mjs";

async function installRedisAndWrk() {
  await ensureProgram("redis-server");
  await ensureProgram("wrk");
}

await main(async () => {
  await ensureInstalled();
  await ensureInstalled("scripts/bench");
  await ensureBuilt();
  if (process.argv.includes("--instances")) await installRedisAndWrk();
  else await ensureBrowser();
  serve(["--import", "tsx", "scripts/bench/main.ts", ...process.argv.slice(2)], process.env);
});
