import { randomBytes } from "node:crypto";
import { ensureInstalled, serverEnvironment } from "./prepare.mjs";
import { main, serve } from "./run.mjs";

/** What the server reads once, at its start; Vite brings it everything else anew. */
const readOnce = ["server.ts", "vite.config.ts", "app/routes.ts"];

await main(async () => {
  await ensureInstalled();
  const env = serverEnvironment("development");
  // One for all starts, so that cookies and open forms outlive them.
  env.SESSION_SECRET ||= randomBytes(32).toString("base64url");
  serve(["--import", "tsx", "server.ts"], env, readOnce);
});
