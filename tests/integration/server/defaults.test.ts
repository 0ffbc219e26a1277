import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../support/free-port";
import { startSite } from "./foreign-acq";
import { startStubAcq, createUsableDetails, type StubAcq } from "./stub-acq";

let configuredAcq: StubAcq;
let acqAtDefaultUrl: StubAcq;
let defaultsFileServer: Server;
let defaultsUrl = "";
beforeAll(async () => {
  configuredAcq = await startStubAcq(() => createUsableDetails("Anna"));
  acqAtDefaultUrl = await startStubAcq(() => createUsableDetails("Noah"));
  defaultsFileServer = createServer((_req, res) =>
    res.end(JSON.stringify({ acqBackendGraphqlURL: acqAtDefaultUrl.url })),
  );
  const port = await freePort();
  await new Promise<void>((resolve) => defaultsFileServer.listen(port, "127.0.0.1", resolve));
  defaultsUrl = `http://127.0.0.1:${port}/defaults.json`;
});
afterAll(async () => {
  await Promise.all([configuredAcq.stop(), acqAtDefaultUrl.stop()]);
  defaultsFileServer.close();
});

async function readInviter(env: Record<string, string>): Promise<string | undefined> {
  const site = await startSite(configuredAcq.url, { DEFAULTS_URL: defaultsUrl, ...env });
  const page = await (await fetch(site.url("/registration/formstarted?rc=ANY"))).text();
  await site.server.stop();
  return /Anna|Noah/.exec(page)?.[0];
}

it("defaults file determines the URL of acq from the first request on", async () => {
  expect(await readInviter({ ACQ_ALLOWED_HOSTS: new URL(acqAtDefaultUrl.url).host })).toBe("Noah");
});

it("defaults file cannot change the URL of acq to a host that is not allowed", async () => {
  expect(await readInviter({})).toBe("Anna");
});

it.each(["", "/club", "/acquisition"])(
  "defaults file has the path /acquisition/defaults.json, even if BASE_PATH is %j",
  async (basePath) => {
    const site = await startSite(configuredAcq.url, { BASE_PATH: basePath });
    const response = await fetch(site.url("/acquisition/defaults.json"));
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({});
    await site.server.stop();
  },
);
