import { setTimeout as delay } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import type { CDPSession } from "@playwright/test";

/** Transferred sizes in bytes. All sizes except `scriptBodies` include the headers. */
export interface Traffic {
  requests: number;
  totalBytes: number;
  script: number;
  scriptBodies: number;
}

export interface PageTraffic {
  html: number;
  htmlBody: number;
  /** The traffic before the load event. */
  trafficBefore: Traffic;
  trafficAfter: Traffic;
}

interface Answer {
  type: string;
  headerBytes: number;
  bytes: number;
}

// The pause without traffic after which the page counts as loaded, in milliseconds. It is longer than two idle
// callbacks and a slow chunk on a busy machine.
const quietPeriodMs = 1000;
const timeoutMs = 20_000;

/** Counts the requests of a page from now on. */
export async function watchNetwork(session: CDPSession) {
  const answers = new Map<string, Answer>();
  const pendingRequests = new Set<string>();
  let lastChange = performance.now();
  let answersAtLoad: Answer[] = [];
  let documentId: string | undefined;

  session.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
    // Does not wait for event streams, which never finish, nor for scripts of workers (91 bytes). Only another CDP
    // session would report the end of a worker's script.
    if (type !== "EventSource" && !request.url.includes(".worker-")) pendingRequests.add(requestId);
    if (type === "Document") documentId ??= requestId;
    lastChange = performance.now();
  });
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    answers.set(requestId, { type, headerBytes: response.encodedDataLength, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer) answer.bytes = encodedDataLength;
    close(requestId);
  });
  session.on("Network.loadingFailed", ({ requestId }) => close(requestId));
  session.on("Page.loadEventFired", () => {
    answersAtLoad = findCompleteAnswers(answers);
  });
  await session.send("Network.enable");
  await session.send("Page.enable");

  function close(requestId: string): void {
    pendingRequests.delete(requestId);
    lastChange = performance.now();
  }

  return {
    /** Waits until the page has had no open request and no traffic for a second. */
    async waitUntilQuiet(): Promise<void> {
      const start = performance.now();
      lastChange = start;
      while (pendingRequests.size > 0 || performance.now() - lastChange < quietPeriodMs) {
        if (performance.now() - start > timeoutMs)
          throw new Error("The requests of the page did not finish in time");
        await delay(50);
      }
    },

    async traffic(): Promise<PageTraffic> {
      const html = documentId === undefined ? undefined : answers.get(documentId);
      if (documentId === undefined || !html) throw new Error("The browser received no document");
      const { body } = await session.send("Network.getResponseBody", { requestId: documentId });
      return {
        html: html.bytes,
        htmlBody: html.bytes - html.headerBytes,
        trafficBefore: sumTraffic(answersAtLoad, body),
        trafficAfter: sumTraffic(findCompleteAnswers(answers), body),
      };
    },
  };
}

/** Returns the answers that are complete when the function is called. */
function findCompleteAnswers(answers: ReadonlyMap<string, Answer>): Answer[] {
  return [...answers.values()].filter(({ bytes }) => bytes > 0).map((answer) => ({ ...answer }));
}

/** @param html - the document; inline scripts count as scripts too */
function sumTraffic(answers: readonly Answer[], html: string): Traffic {
  const inlineScriptBytes = measureInlineScript(html);
  const sumBytes = (answerGroup: readonly Answer[], bytes: (answer: Answer) => number) =>
    answerGroup.reduce((subtotal, answer) => subtotal + bytes(answer), 0);
  const scripts = answers.filter(({ type }) => type === "Script");
  return {
    requests: answers.length,
    totalBytes: sumBytes(answers, ({ bytes }) => bytes),
    script: inlineScriptBytes + sumBytes(scripts, ({ bytes }) => bytes),
    scriptBodies: inlineScriptBytes + sumBytes(scripts, ({ bytes, headerBytes }) => bytes - headerBytes),
  };
}

/** Returns the compressed size of inline scripts; data blocks are not scripts. */
function measureInlineScript(html: string): number {
  const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)].filter(
    ([, attributes = ""]) => !/\bsrc=|\btype="(?!module|text\/javascript)/.test(attributes),
  );
  const text = scripts.map(([, , content = ""]) => content).join("");
  return text === "" ? 0 : brotliCompressSync(text).length;
}
