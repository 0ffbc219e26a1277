import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { refreshDefaults, type RefreshedDefaults } from "./refresh-defaults.server";
import { freePort } from "../../tests/support/free-port";
import { createConfig } from "../../tests/support/configuration";

const oneMinuteMs = 60_000;
/** `waitFor` also advances the fake clock: by less than a minute here, so that no further request begins. */
const pollOptions = { timeout: 20_000 };
const refreshedDefaults: RefreshedDefaults = { current: {} };
const log = { warn: vi.fn() };
/** The response of this test's file server. If undefined, the server closes the connection. */
let response: { status: number; text: string } | undefined;
let receivedRequests: { cookie: string | undefined }[] = [];
let url = "";

const server = createServer((req, res) => {
  receivedRequests.push({ cookie: req.headers.cookie });
  if (response) res.writeHead(response.status, { Connection: "close" }).end(response.text);
  else req.socket.destroy();
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${port}/defaults.json`;
  refreshedDefaults.current = {};
  receivedRequests = [];
  log.warn.mockReset();
});
afterEach(async () => {
  vi.useRealTimers();
  await new Promise((resolve) => server.close(resolve));
});

function startRefreshing(env: Record<string, string>, siteDefaultsFile = "") {
  const config = createConfig({ ACQ_EMBEDDED: "true", ...env });
  return refreshDefaults(refreshedDefaults, { config, log, siteDefaultsFile });
}

/** Advances the clock by a minute. Resolves once the file server has received a request and its response was read. */
async function advanceOneMinute(expectNewDefaults: () => void): Promise<void> {
  const countBefore = receivedRequests.length;
  vi.advanceTimersByTime(oneMinuteMs);
  await vi.waitFor(() => expect(receivedRequests.length).toBe(countBefore + 1), pollOptions);
  await vi.waitFor(expectNewDefaults, pollOptions);
}

it("defaults file is loaded at the server start and every minute, by requests without cookies", async () => {
  response = { status: 200, text: '{"environment":"one"}' };
  await startRefreshing({ DEFAULTS_URL: url });
  expect(refreshedDefaults.current).toEqual({ environment: "one" });
  response = { status: 200, text: '{"environment":"two"}' };
  await advanceOneMinute(() => expect(refreshedDefaults.current).toEqual({ environment: "two" }));
  response = { status: 404, text: "" };
  await advanceOneMinute(() => expect(refreshedDefaults.current).toEqual({}));
  expect(receivedRequests.map(({ cookie }) => cookie)).toEqual([undefined, undefined, undefined]);
  await advanceOneMinute(() => undefined);
  expect(log.warn.mock.calls).toEqual([[{ reason: "missing" }, expect.stringMatching(/does not exist/)]]);
});

it.each([
  ["is unreachable", undefined],
  ["fails", { status: 500, text: "{}" }],
  ["sends invalid JSON", { status: 200, text: "<html>" }],
  ["sends too much", { status: 200, text: `{"environment":"x","more":"${"a".repeat(16 * 1024)}"}` }],
  ["redirects", { status: 302, text: "" }],
])(
  "values from the defaults file stay in effect, with one warning, while the file's server %s",
  async (_, fault) => {
    response = { status: 200, text: '{"gtmContainerId":"GTM-A"}' };
    await startRefreshing({ DEFAULTS_URL: url });
    response = fault;
    await advanceOneMinute(() => expect(log.warn).toHaveBeenCalledOnce());
    await advanceOneMinute(() => undefined);
    response = { status: 200, text: '{"gtmContainerId":"GTM-B","environment":""}' };
    await advanceOneMinute(() => expect(refreshedDefaults.current).toEqual({ gtmContainerId: "GTM-B" }));
    expect(log.warn.mock.lastCall?.[0]).toEqual({ variable: "environment" });
    expect(log.warn).toHaveBeenCalledTimes(2);
  },
);

it("defaults file that cannot be read at the server start is logged as such, and applies as soon as it can be read", async () => {
  response = { status: 500, text: "" };
  await startRefreshing({ DEFAULTS_URL: url });
  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({ reason: "status:500" }),
    expect.stringContaining("the environment variables apply alone"),
  );
  response = { status: 200, text: '{"environment":"one"}' };
  await advanceOneMinute(() => expect(refreshedDefaults.current).toEqual({ environment: "one" }));
  expect(log.warn.mock.lastCall?.[1]).toContain("can be read again");
});

it("defaults file on the local disk is read without an HTTP request", async () => {
  const file = join(tmpdir(), `defaults-${process.pid}.json`);
  await startRefreshing({}, file);
  expect(refreshedDefaults.current).toEqual({});
  await writeFile(file, '{"environment":"own"}');
  await startRefreshing({}, file);
  expect(refreshedDefaults.current).toEqual({ environment: "own" });
  expect(receivedRequests).toEqual([]);
  expect(log.warn).not.toHaveBeenCalled();
});
