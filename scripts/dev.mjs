import { ensureInstalled, serverEnvironment } from "./prepare.mjs";
import { main, serve } from "./run.mjs";

await main(async () => {
  await ensureInstalled();
  serve(["--import", "tsx", "server.ts"], serverEnvironment("development"));
});
