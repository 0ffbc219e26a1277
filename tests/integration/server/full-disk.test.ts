import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../support/free-port";
import { findLinesWithMessage } from "../../support/log-lines";
import { startProcess, waitUntilReady, type ServerProcess } from "../../support/server-process";
import { createTestedAcqVariables, testedSiteVariables } from "../../support/velvetgate";

interface RedirectedSite {
  server: ServerProcess;
  url: (path: string) => string;
  /** Returns the number of lost log lines. */
  lostLines: () => Promise<number>;
}

/** Starts the built site in a shell that redirects its output. */
async function startRedirectedSite(redirection: string, ulimitCommand = ""): Promise<RedirectedSite> {
  const [port, acqPort, metricsPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const origin = `http://localhost:${port}`;
  const server = startProcess(
    ["-c", `${ulimitCommand} exec "$0" build/server.js ${redirection}`, process.execPath],
    {
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      PUBLIC_ORIGIN: origin,
      ACQ_EMBEDDED: "true",
      ...createTestedAcqVariables(acqPort),
      ...testedSiteVariables,
    },
    { node: "bash" },
  );
  onTestFinished(async () => {
    await server.stop("SIGKILL");
  });
  await waitUntilReady(server, `${origin}/readyz`);
  return {
    server,
    url: (path) => `${origin}${path}`,
    async lostLines() {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(/^velvetgate_log_lines_lost_total (\d+)$/m.exec(metrics)?.[1]);
    },
  };
}

const visit = async (url: string) => (await fetch(url, { headers: { Connection: "close" } })).status;
const pollOptions = { timeout: 20_000 };

describe.runIf(process.platform === "linux")("log that cannot be written", () => {
  it("lets the process serve pages, count lost lines and exit", async () => {
    const { server, url, lostLines } = await startRedirectedSite("> /dev/full 2>&1");
    const visitAndCountLostLines = async () => {
      expect(await visit(url("/de"))).toBe(200);
      return lostLines();
    };
    await expect.poll(visitAndCountLostLines, pollOptions).toBeGreaterThan(10);
    expect(await server.stop()).toBe(0);
  });

  it("continues once the disk has room, with a line that counts the lost lines", async () => {
    const folder = mkdtempSync(join(tmpdir(), "velvetgate-log-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const logFile = join(folder, "log");
    // A file limited to 4 KB stands in for a full disk. The process ignores SIGXFSZ, which the limit sends, so that the
    // write fails instead.
    const site = await startRedirectedSite(`> ${logFile}`, "trap '' XFSZ; ulimit -S -f 4;");
    const visitAndCount = async () => {
      await visit(site.url("/de"));
      return site.lostLines();
    };
    await expect.poll(visitAndCount, pollOptions).toBeGreaterThan(0);
    execFileSync("prlimit", [`--pid=${site.server.pid}`, "--fsize=unlimited"]);
    const text = () => readFileSync(logFile, "utf8");
    const findLossLines = () =>
      findLinesWithMessage(text(), "log: standard output could not be written, and lines were lost");
    await expect.poll(findLossLines, pollOptions).toHaveLength(1);
    expect(findLossLines()[0]).toMatchObject({ level: 40, code: "EFBIG", lostLines: await site.lostLines() });
    expect(await site.server.stop()).toBe(0);
    expect(findLinesWithMessage(text(), "shutdown: all requests are finished")).toHaveLength(1);
    // No log line is cut or mixed with another line.
    for (const line of text()
      .split("\n")
      .filter((line) => line.startsWith("{")))
      expect(() => JSON.parse(line) as unknown, line).not.toThrow();
  });

  it("lets the process exit if its start fails", async () => {
    const environment = {
      PORT: String(await freePort()),
      // If metrics are on, the site logs a line at its start. The line is still unwritten when the process exits.
      METRICS_PORT: String(await freePort()),
      // The start fails, because this machine does not have the network address in HOST.
      HOST: "192.0.2.1",
      ACQ_EMBEDDED: "true",
      ...createTestedAcqVariables(await freePort()),
    };
    const command = ["-c", 'exec "$0" build/server.js > /dev/full', process.execPath];
    const server = startProcess(command, environment, { node: "bash" });
    onTestFinished(async () => {
      await server.stop("SIGKILL");
    });
    expect(await server.exitPromise).toBe(1);
    expect(server.log()).toContain("HOST is");
  });
});
