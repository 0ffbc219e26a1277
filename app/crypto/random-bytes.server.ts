import { randomFillSync } from "node:crypto";

const randomPool = Buffer.alloc(4096);
let usedBytes = randomPool.length;

/**
 * Returns random bytes that no other call gets. They are generated in advance in large blocks. A system call for each
 * nonce would take longer than the rest of creating the nonce.
 *
 * @param count - at most 4096
 */
export function takeRandomBytes(count: number): Buffer {
  if (usedBytes + count > randomPool.length) {
    randomFillSync(randomPool);
    usedBytes = 0;
  }
  const bytes = Buffer.from(randomPool.subarray(usedBytes, usedBytes + count));
  usedBytes += count;
  return bytes;
}

/** Returns a nonce for the scripts of a response: 128 bits (CSP 3, section 7.1). */
export function createNonce(): string {
  return takeRandomBytes(16).toString("base64url");
}
