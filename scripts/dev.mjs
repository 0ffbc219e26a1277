import { ensureInstalled, serverEnvironment } from "./prepare.mjs";
import { serve } from "./run.mjs";

await ensureInstalled();
serve(["--import", "tsx", "server.ts"], serverEnvironment("development"));
