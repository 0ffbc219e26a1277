import { parentPort } from "node:worker_threads";
import { type CompressJob, compressInThread } from "./compress-blocks.server";

// The worker thread exits after its first job. A failure also ends it, with an "error" event.
parentPort?.once("message", (job: CompressJob) => void postBlocks(job));

async function postBlocks(job: CompressJob): Promise<void> {
  parentPort?.postMessage(await compressInThread(job));
}
