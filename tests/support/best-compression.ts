import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";

/**
 * `waitForBestCompression` returns only before this second of a minute. A page with a countdown is rendered again each
 * minute, and the test needs some seconds to read the compressed page.
 */
const maxWaitSeconds = 45;

/**
 * Requests a shared page until a response has the page's best compression. The first responses have a quick compression
 * (docs/decisions/shared-renderings.md).
 */
export async function waitForBestCompression(
  url: string,
  visitorHeaders: Record<string, string> = {},
): Promise<void> {
  const end = Date.now() + 120_000;
  while (Date.now() < end) {
    const body = await fetchCompressedBody(url, {
      ...visitorHeaders,
      accept: "text/html",
      "accept-encoding": "br",
    });
    const isBestCompressed = body.length <= brotliCompressSync(brotliDecompressSync(body)).length;
    if (isBestCompressed && new Date().getSeconds() < maxWaitSeconds) return;
    await delay(100);
  }
  throw new Error(`${url} is not compressed any better`);
}

function fetchCompressedBody(url: string, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      buffer(response).then(resolve, reject);
    }).once("error", reject);
  });
}
