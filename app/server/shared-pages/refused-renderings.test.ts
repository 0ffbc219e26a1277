import { afterEach, describe, expect, it } from "vitest";
import { infoPages } from "~/domain/info-pages";
import { localeCodes } from "~/i18n/locales";
import { createServices } from "~/request/services.server";
import { createOverloadGuard } from "~/server/overload/overload.server";
import { createSharedPages } from "~/server/steps/shared-pages.server";
import { startExchangeServer } from "../../../tests/support/exchange-server";
import { createConfig } from "../../../tests/support/configuration";

const closeFunctions: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const closeFunction of closeFunctions.splice(0)) await closeFunction();
});

/** Paths of shared pages: more than the page cache renders and queues at the same time. */
const paths = localeCodes.flatMap((locale) =>
  infoPages.flatMap(({ slug }) => [`/${locale}/info/${slug}`, `/${locale}/info/${slug}?saving`]),
);

/** Starts a site of shared pages. The test completes their renderings and sets the event loop delay. */
async function startSharedPages() {
  const config = createConfig({
    ACQ_EMBEDDED: "true",
    LOG_LEVEL: "silent",
    FEATURES: "seasonal-banner=none",
  });
  const services = createServices(config);
  const state = {
    delay: 0,
    isHeld: true,
    rendered: 0,
    concurrentRenderings: 0,
    maxConcurrentRenderings: 0,
    passedRequestCount: 0,
  };
  const finishCallbacks: (() => void)[] = [];
  const render = async () => {
    state.rendered += 1;
    state.concurrentRenderings += 1;
    state.maxConcurrentRenderings = Math.max(state.maxConcurrentRenderings, state.concurrentRenderings);
    if (state.isHeld) await new Promise<void>((resolve) => finishCallbacks.push(resolve));
    state.concurrentRenderings -= 1;
    return new Response("<html></html>", { headers: { "Content-Type": "text/html" } });
  };
  const { cookies, log } = services;
  const eventLoopLoad = { getDelayMs: () => state.delay, getBusyDurationMs: () => 0 };
  const overload = await createOverloadGuard({ config, cookies, log, eventLoopLoad });
  const pages = createSharedPages(services, render, overload, eventLoopLoad);
  const { port, close } = await startExchangeServer([
    pages.step,
    ({ res }) => {
      state.passedRequestCount += 1;
      res.end();
    },
  ]);
  closeFunctions.push(close);
  const requestPage = async (path: string) => {
    const headers = { Accept: "text/html", ...(path.endsWith("?saving") && { "Save-Data": "on" }) };
    return fetch(`http://127.0.0.1:${port}${path.replace("?saving", "")}`, { headers });
  };
  const finishRenderings = () => {
    state.isHeld = false;
    for (const resolve of finishCallbacks.splice(0)) resolve();
  };
  return { state, requestPage, finishRenderings, misses: () => pages.counts.misses };
}

describe("shared page that is not in the cache (docs/decisions/shared-renderings.md)", () => {
  it("gets 503 when two renderings run and a hundred renderings wait", async () => {
    expect(paths.length).toBeGreaterThan(103);
    const { state, requestPage, finishRenderings, misses } = await startSharedPages();
    const waitingResponses = Promise.all(paths.slice(0, 102).map(requestPage));
    await expect.poll(misses, { timeout: 30_000 }).toBe(102);
    const refusedPage = await requestPage(paths[102] ?? "");
    expect([refusedPage.status, refusedPage.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(state).toMatchObject({ rendered: 2, passedRequestCount: 0 });
    finishRenderings();
    expect(new Set((await waitingResponses).map(({ status }) => status))).toEqual(new Set([200]));
    expect(state).toMatchObject({ rendered: 102, maxConcurrentRenderings: 2 });
    expect((await requestPage(paths[102] ?? "")).status).toBe(200);
  });

  it("gets 503 under overload, unlike cached pages and pages already queued for rendering", async () => {
    const { state, requestPage, finishRenderings, misses } = await startSharedPages();
    state.isHeld = false;
    expect((await requestPage(paths[0] ?? "")).status).toBe(200);
    state.isHeld = true;
    const waitingResponses = Promise.all(paths.slice(1, 102).map(requestPage));
    await expect.poll(misses, { timeout: 30_000 }).toBe(102);
    state.delay = 501;
    expect((await requestPage(paths[102] ?? "")).status).toBe(503);
    expect((await requestPage(paths[0] ?? "")).status).toBe(200);
    const joiningRequest = requestPage(paths[1] ?? "");
    await expect.poll(misses, { timeout: 30_000 }).toBe(104);
    finishRenderings();
    expect((await joiningRequest).status).toBe(200);
    await waitingResponses;
    expect(state.passedRequestCount).toBe(0);
    expect((await requestPage(paths[1] ?? "")).status).toBe(200);
  });
});
