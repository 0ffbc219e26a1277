import { randomFillSync } from "node:crypto";

const pool = Buffer.alloc(4096);
let used = pool.length;

/**
 * Random bytes that nobody has seen. Asked for in advance, many at a time: each question to the system takes longer than
 * all else that a nonce is made of.
 *
 * @param count 4096 at the most
 */
export function freshBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.from(pool.subarray(used, used + count));
  used += count;
  return bytes;
}

/** The nonce of an answer's scripts: 128 bits (CSP 3, section 7.1). */
export function newNonce(): string {
  return freshBytes(16).toString("base64url");
}
