import { ensureBuilt, ensureInstalled, serverEnvironment } from "./prepare.mjs";
import { main, serve } from "./run.mjs";

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  serve(["build/server.js"], serverEnvironment("production"));
});
