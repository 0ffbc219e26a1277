import { ensureInstalled } from "./prepare.mjs";
import { main } from "./run.mjs";

await main(async () => {
  await ensureInstalled();
  // Imported only now, since it needs Vite, one of the packages installed above.
  const { startDevelopment } = await import("./dev/development.mjs");
  await startDevelopment();
});
