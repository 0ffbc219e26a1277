import { ensureBuilt, ensureInstalled, serverEnvironment } from "./prepare.mjs";
import { main, serve, serverProgram } from "./run.mjs";

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  serve([...serverProgram.options, serverProgram.file], serverEnvironment("production"));
});
