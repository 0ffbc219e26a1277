import { parentPort } from "node:worker_threads";
import { type CompressJob, compressHere } from "./compress-blocks.server";

// The program of a worker thread, which ends with its first job. A failure ends it too, and is its error event.
parentPort?.once("message", (job: CompressJob) => void postBlocks(job));

async function postBlocks(job: CompressJob): Promise<void> {
  parentPort?.postMessage(await compressHere(job));
}
