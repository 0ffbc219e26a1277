import { Worker } from "node:worker_threads";
import { compressBrotli } from "./brotli-template.server";
import { compressGzip } from "./gzip-template.server";

/** A compression task: a text with slots, for slot values of certain lengths. */
export interface CompressionJob {
  encoding: "br" | "gzip";
  /** The text before, between and after the slots. */
  textParts: readonly Uint8Array[];
  /** The lengths of the slot values, in bytes. */
  valueLengths: readonly number[];
  /** For each slot, the index of the first slot with the same value; only brotli uses it. */
  firstSlots: readonly number[];
}

/** Compresses the text before, between and after the slots. */
export type BlockCompressionFunction = (job: CompressionJob) => Promise<Buffer[]>;

/**
 * Compresses in this process's event loop, with zlib's own threads. A compression has about sixty steps, and each step
 * waits for a turn of the loop. In a busy process, the waits add up to more than a second.
 */
export const compressInThisThread: BlockCompressionFunction = ({
  encoding,
  textParts,
  valueLengths,
  firstSlots,
}) => {
  const compress = encoding === "br" ? compressBrotli : compressGzip;
  return compress(textParts.map(toBuffer), valueLengths, firstSlots);
};

/**
 * Returns a function that compresses in a new worker thread with an idle event loop. The worker exits after its task,
 * which frees its memory. If the worker fails, the calling thread compresses instead.
 *
 * @param file - the built compress-worker.server.ts
 * @param onError - called with the reason when a worker fails
 */
export function compressInWorker(file: string, onError: (error: unknown) => void): BlockCompressionFunction {
  return async (job) => {
    try {
      return await runWorker(file, job);
    } catch (error) {
      onError(error);
      return compressInThisThread(job);
    }
  };
}

function runWorker(file: string, job: CompressionJob): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    // Passes no options of the process to the worker: preloaded modules, for example, would slow it down.
    const worker = new Worker(file, { execArgv: [] });
    worker.postMessage(job);
    worker.once("message", (blocks: Uint8Array[]) => {
      // Copies each block: a received block is a view, which would keep the memory of the whole message.
      resolve(blocks.map((block) => Buffer.from(block)));
    });
    worker.once("error", reject);
    worker.once("exit", (exitCode) => {
      reject(new Error(`A worker ended with exit code ${exitCode.toString()} and without an answer`));
    });
  });
}

/**
 * Returns a Buffer with the same memory as a Uint8Array: a Buffer that is sent to another thread arrives there as a
 * Uint8Array.
 */
function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
