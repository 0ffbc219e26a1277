import { vi } from "vitest";
import type { Log } from "~/telemetry/log.server";
import type { PipelineStep } from "~/server/exchange";
import { startExchangeServer } from "../../support/exchange-server";

export const siteOrigin = "https://club.example";

export interface ReportSite {
  /** The URL to which browsers send CSP reports. */
  url: string;
  /** The warnings logged so far. */
  lines: object[];
  /** Sends a report from a page of the site and returns the response's status. */
  send: (body: string, headers: Record<string, string>) => Promise<number>;
  /** Advances the fake timers by a minute and returns the logged warnings. */
  advanceMinute: () => object[];
  stop: () => Promise<void>;
}

interface EndpointServices {
  log: Log;
  countIgnoredProxy: () => void;
  isOwnOrigin: (origin: string) => boolean;
}

/** Starts a server with a report endpoint at `/reports` and fake timers. */
export async function startReportSite(
  endpoint: (path: string, services: EndpointServices) => PipelineStep,
): Promise<ReportSite> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const lines: object[] = [];
  const doNothing = () => undefined;
  const recordWarning = (logFields: object) => void lines.push(logFields);
  const { port, close } = await startExchangeServer([
    endpoint("/reports", {
      log: { debug: doNothing, info: doNothing, warn: recordWarning, error: doNothing, fatal: doNothing },
      countIgnoredProxy: doNothing,
      isOwnOrigin: (origin) => origin === siteOrigin,
    }),
  ]);
  const url = `http://127.0.0.1:${port}/reports`;

  return {
    url,
    lines,
    async send(body, headers) {
      const response = await fetch(url, {
        method: "POST",
        body,
        headers: { Origin: siteOrigin, ...headers },
      });
      await response.body?.cancel();
      return response.status;
    },
    advanceMinute() {
      vi.advanceTimersByTime(60_000);
      return lines;
    },
    async stop() {
      vi.useRealTimers();
      await close();
    },
  };
}
