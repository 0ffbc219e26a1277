import { ensureBuilt, ensureInstalled, createServerEnvironment } from "./prepare.mjs";
import { main, serve, serverProgram } from "./run.mjs";

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  serve([...serverProgram.options, serverProgram.file], createServerEnvironment("production"));
});
