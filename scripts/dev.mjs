import { ensureInstalled } from "./prepare.mjs";
import { main } from "./run.mjs";

await main(async () => {
  await ensureInstalled();
  // Imported here, since Vite is one of the packages.
  const { startDevelopment } = await import("./dev/development.mjs");
  await startDevelopment();
});
