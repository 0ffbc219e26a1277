// Runs a program of the site. Its modules come from Vite, in the parent process (program.mjs).
import { ESModulesEvaluator, ModuleRunner } from "vite/module-runner";

const [entry] = process.argv.slice(2);
const pendingResolvers = new Map();
let lastId = 0;

/**
 * Requests a module from Vite in the parent process. A loaded module is not requested again: an edit starts a new
 * process.
 */
function invoke(payload) {
  const [, , options] = payload.data.data;
  if (options?.cached) return { result: { cache: true } };
  lastId += 1;
  return new Promise((resolve) => {
    pendingResolvers.set(lastId, resolve);
    process.send({ id: lastId, payload });
  });
}

process.on("message", ({ id, result }) => {
  pendingResolvers.get(id)?.(result);
  pendingResolvers.delete(id);
});
process.once("disconnect", () => process.exit());
const runner = new ModuleRunner({ hmr: false, transport: { invoke } }, new ESModulesEvaluator());
try {
  await runner.import(entry);
} catch (error) {
  console.error(error);
  process.send({ failure: error instanceof Error ? error.stack : String(error) }, () => process.exit(1));
}
