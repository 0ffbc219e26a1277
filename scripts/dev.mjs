import { ensureInstalled } from "./prepare.mjs";
import { main } from "./run.mjs";

await main(async () => {
  await ensureInstalled();
  // Not earlier: Vite is one of the packages.
  const { startDevelopment } = await import("./dev/development.mjs");
  await startDevelopment();
});
