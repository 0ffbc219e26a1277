import { setTimeout as delay } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import type { CDPSession } from "@playwright/test";

/** Transferred sizes in bytes. All sizes except `scriptBodyBytes` include the headers. */
export interface Traffic {
  requestCount: number;
  totalBytes: number;
  scriptBytes: number;
  scriptBodyBytes: number;
}

export interface PageTraffic {
  htmlBytes: number;
  htmlBodyBytes: number;
  /** The transferred bytes and requests until the page's load event. */
  trafficUntilLoad: Traffic;
  trafficAfterLoad: Traffic;
}

interface ReceivedResponse {
  url: string;
  type: string;
  headerBytes: number;
  bytes: number;
}

// The page counts as loaded after this time without traffic, in milliseconds. The time is longer than two idle
// callbacks and a slow chunk on a busy machine.
const quietPeriodMs = 1000;
const timeoutMs = 20_000;

/** Counts the requests of a page from now on. */
export async function watchNetwork(cdpSession: CDPSession) {
  const responses = new Map<string, ReceivedResponse>();
  const pendingRequests = new Set<string>();
  let lastChangeTime = performance.now();
  let responsesAtLoad: ReceivedResponse[] = [];
  let documentRequestId: string | undefined;

  cdpSession.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
    // Does not wait for event streams, which never finish, nor for scripts of workers (91 bytes). Only another CDP
    // session would report the end of a worker's script.
    if (type !== "EventSource" && !request.url.includes(".worker-")) pendingRequests.add(requestId);
    if (type === "Document") documentRequestId ??= requestId;
    lastChangeTime = performance.now();
  });
  cdpSession.on("Network.responseReceived", ({ requestId, type, response }) => {
    responses.set(requestId, {
      url: response.url,
      type,
      headerBytes: response.encodedDataLength,
      bytes: 0,
    });
  });
  cdpSession.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId);
    if (response) response.bytes = encodedDataLength;
    finishRequest(requestId);
  });
  cdpSession.on("Network.loadingFailed", ({ requestId }) => finishRequest(requestId));
  cdpSession.on("Page.loadEventFired", () => {
    responsesAtLoad = findCompleteResponses(responses);
  });
  await cdpSession.send("Network.enable");
  await cdpSession.send("Page.enable");

  function finishRequest(requestId: string): void {
    pendingRequests.delete(requestId);
    lastChangeTime = performance.now();
  }

  return {
    /** Waits until the page has had no open request and no traffic for a second. */
    async waitUntilQuiet(): Promise<void> {
      const startTime = performance.now();
      lastChangeTime = startTime;
      while (pendingRequests.size > 0 || performance.now() - lastChangeTime < quietPeriodMs) {
        if (performance.now() - startTime > timeoutMs)
          throw new Error("The requests of the page did not finish in time");
        await delay(50);
      }
    },

    /**
     * @param lazyUrls - the URLs of pictures below the first screen, which do not count: the browser loads them after
     *   everything else, some of them before and some after the load event
     */
    async traffic(lazyUrls: readonly string[]): Promise<PageTraffic> {
      const isCounted = ({ url }: ReceivedResponse) => !lazyUrls.includes(url);
      const html = documentRequestId === undefined ? undefined : responses.get(documentRequestId);
      if (documentRequestId === undefined || !html) throw new Error("The browser received no document");
      const { body } = await cdpSession.send("Network.getResponseBody", { requestId: documentRequestId });
      return {
        htmlBytes: html.bytes,
        htmlBodyBytes: html.bytes - html.headerBytes,
        trafficUntilLoad: sumTraffic(responsesAtLoad.filter(isCounted), body),
        trafficAfterLoad: sumTraffic(findCompleteResponses(responses).filter(isCounted), body),
      };
    },
  };
}

/** Returns the responses that are complete when the function is called. */
function findCompleteResponses(responses: ReadonlyMap<string, ReceivedResponse>): ReceivedResponse[] {
  return [...responses.values()].filter(({ bytes }) => bytes > 0).map((response) => ({ ...response }));
}

/** @param html - the document; inline scripts count as scripts too */
function sumTraffic(responses: readonly ReceivedResponse[], html: string): Traffic {
  const inlineScriptBytes = countInlineScriptBytes(html);
  const sumBytes = (
    responseGroup: readonly ReceivedResponse[],
    readByteCount: (response: ReceivedResponse) => number,
  ) => responseGroup.reduce((subtotal, response) => subtotal + readByteCount(response), 0);
  const scripts = responses.filter(({ type }) => type === "Script");
  return {
    requestCount: responses.length,
    totalBytes: sumBytes(responses, ({ bytes }) => bytes),
    scriptBytes: inlineScriptBytes + sumBytes(scripts, ({ bytes }) => bytes),
    scriptBodyBytes: inlineScriptBytes + sumBytes(scripts, ({ bytes, headerBytes }) => bytes - headerBytes),
  };
}

/** Returns the compressed size of inline scripts; data blocks are not scripts. */
function countInlineScriptBytes(html: string): number {
  const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)].filter(
    ([, attributes = ""]) => !/\bsrc=|\btype="(?!module|text\/javascript)/.test(attributes),
  );
  const text = scripts.map(([, , content = ""]) => content).join("");
  return text === "" ? 0 : brotliCompressSync(text).length;
}
