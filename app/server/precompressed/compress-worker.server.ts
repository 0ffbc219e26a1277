import { parentPort } from "node:worker_threads";
import { type CompressionJob, compressInThisThread } from "./compress-blocks.server";

// The worker thread exits after its first task. A failure also ends the thread, with an "error" event.
parentPort?.once("message", (job: CompressionJob) => void postBlocks(job));

async function postBlocks(job: CompressionJob): Promise<void> {
  parentPort?.postMessage(await compressInThisThread(job));
}
