import { ensureBuilt, ensureInstalled, serverEnvironment } from "./prepare.mjs";
import { serve } from "./run.mjs";

await ensureInstalled();
await ensureBuilt();
serve(["build/server.js"], serverEnvironment("production"));
