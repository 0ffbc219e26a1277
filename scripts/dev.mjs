import { ensureInstalled } from "./prepare.mjs";
import { main } from "./run.mjs";

await main(async () => {
  await ensureInstalled();
  // Imports this module only now: it needs Vite, one of the packages installed above.
  const { startDevelopment } = await import("./dev/development.mjs");
  await startDevelopment();
});
