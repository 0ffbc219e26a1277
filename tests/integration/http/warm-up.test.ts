import { describe, expect, it } from "vitest";
import { createRequestContext } from "~/request/context.server";
import { checkInvitation } from "~/request/code-check.server";
import { type Services, createServices } from "~/request/services.server";
import { warmUp } from "~/server/lifecycle/warm-up.server";
import { requestInfoOf } from "../../support/request-info";
import { createConfig } from "../../support/configuration";

function createTestServices(): Services {
  // No server listens on this port, so that any call to acq would fail.
  const env = { ACQ_GRAPHQL_URL: "http://127.0.0.1:9/graphql", SESSION_SECRET: "x".repeat(32) };
  const config = createConfig({ ...env, LOG_LEVEL: "silent" });
  return createServices(config);
}

const inertSignal = new AbortController().signal;

describe("warm-up of an instance", () => {
  it("requests pages with a fake acq that knows every code", async () => {
    const seenStatuses = new Set<string>();
    let requests = 0;
    await warmUp({
      services: createTestServices(),
      signal: inertSignal,
      fillCache: () => Promise.resolve(),
      createListener: (waitForWarmUp) =>
        Promise.resolve((_req, res) => {
          requests += 1;
          void checkInvitation(createRequestContext(waitForWarmUp, requestInfoOf("/?rc=ANY")), {
            code: "ANY",
            validityTimestamp: null,
          })
            .then(({ status }) => seenStatuses.add(status))
            .finally(() => res.end());
        }),
    });
    expect(requests).toBeGreaterThan(0);
    expect([...seenStatuses]).toEqual(["usable"]);
  });

  it("ends without an error if it is aborted while the pages do not respond", async () => {
    let requests = 0;
    const abortController = new AbortController();
    const warmUpPromise = warmUp({
      services: createTestServices(),
      signal: abortController.signal,
      fillCache: () => Promise.resolve(),
      createListener: () => Promise.resolve(() => void (requests += 1)),
    });
    await expect.poll(() => requests, { timeout: 10_000 }).toBeGreaterThan(0);
    abortController.abort();
    await expect(warmUpPromise).resolves.toBeUndefined();
  });

  it("ends without an error if the shared pages cannot be rendered", async () => {
    const failToFillCache = () => Promise.reject(new Error("broken"));
    const createListener = () => Promise.resolve(() => undefined);
    await expect(
      warmUp({
        services: createTestServices(),
        signal: inertSignal,
        fillCache: failToFillCache,
        createListener,
      }),
    ).resolves.toBeUndefined();
  });
});
