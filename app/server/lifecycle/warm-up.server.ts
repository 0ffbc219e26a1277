import { once } from "node:events";
import { Agent, createServer, get, type RequestListener, type Server } from "node:http";
import { createBreaker } from "~/acq/policy/breaker.server";
import { createOpenCalls } from "~/acq/policy/open-calls.server";
import { countries } from "~/domain/countries.server";
import { createLimits } from "~/request/limits/limits.server";
import { createMemoryCounts } from "~/request/limits/local-counts.server";
import type { Services } from "~/request/services.server";
import { noMetrics } from "~/telemetry/metrics";
import { createVisitorMetrics } from "~/telemetry/visitor-metrics.server";
import { createLog } from "~/telemetry/log.server";

/**
 * A constant response that replaces every response of acq during the warm-up. It describes a usable code, and has the
 * fields of all operations that the warm-up calls.
 */
const fakeAcqResponse = JSON.stringify({
  data: {
    registrationCodeDetails: {
      errors: [],
      errorDetails: [],
      invitorName: "Anna",
      countryOptions: countries.map((isoCode) => ({
        isoCode,
        termsPkString: `terms-${isoCode}`,
        dataPolicyPkString: `privacy-${isoCode}`,
      })),
    },
    countryDetails: { country: "DE" },
    viewer: null,
  },
});

/**
 * Returns services for the requests of the warm-up, so that these requests do not reach acq, Redis or the metrics. A
 * local server replaces acq, limits are counted in separate memory, and nothing is logged, counted or reported.
 *
 * @param acqUrl - the URL of a server that responds with `fakeAcqResponse`
 */
function createWarmUpServices(services: Services, acqUrl: string): Services {
  return {
    ...services,
    log: createLog({ level: "silent", report: () => undefined, showsErrorMessages: false }),
    reporter: { report: () => undefined, flush: () => Promise.resolve() },
    metrics: noMetrics,
    visitorMetrics: createVisitorMetrics(noMetrics),
    acqBreakers: { pageBreaker: createBreaker(), formBreaker: createBreaker() },
    acqOpenCalls: { pages: createOpenCalls(), forms: createOpenCalls() },
    limits: createLimits({ countStore: createMemoryCounts() }),
    defaults: { current: { ...services.defaults.current, acqUrl } },
  };
}

interface WarmUpOptions {
  services: Services;
  /** Creates a request listener of the site that uses the given services instead of the site's own. */
  createListener: (services: Services) => Promise<RequestListener>;
  /** Renders the landing pages into the page cache, which also serves visitors. */
  fillCache: (signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Time limits for filling the cache and for the rounds of requests, in milliseconds. When they have passed, the
 * instance counts as ready, even if V8 has not optimized its code yet.
 */
const maxCacheFillMs = 10_000;
const maxWarmUpRoundsMs = 2000;
/** The number of times that each page is requested: V8 optimizes a function after some hundreds of calls. */
const maxWarmUpRounds = 400;
const warmUpPages = ["/registration/formstarted?rc=WARMUP", "/?rc=WARMUP"];

/**
 * Requests pages before the instance gets visitors, so that V8 has optimized the code of these pages. Otherwise an
 * instance handles only a quarter of its usual number of forms in its first second (docs/decisions/warm-up.md).
 * Requests of visitors during the warm-up are served, and the promise never rejects.
 */
export async function warmUp({ services, createListener, fillCache, signal }: WarmUpOptions): Promise<void> {
  const stopController = new AbortController();
  const stopSignal = stopController.signal;
  const stopWarmUp = () => {
    stopController.abort();
  };
  let timer = setTimeout(stopWarmUp, maxCacheFillMs);
  signal.addEventListener("abort", stopWarmUp);
  const agent = new Agent({ keepAlive: true });
  const servers: Server[] = [];
  try {
    const acq = createServer((req, res) => {
      req.resume();
      res.setHeader("Content-Type", "application/json");
      res.end(fakeAcqResponse);
    });
    servers.push(acq);
    const acqUrl = `http://127.0.0.1:${await listenOnFreePort(acq)}/graphql`;
    const warmUpServer = createServer(await createListener(createWarmUpServices(services, acqUrl)));
    servers.push(warmUpServer);
    const siteUrl = `http://127.0.0.1:${await listenOnFreePort(warmUpServer)}${services.config.basePath}`;
    await fillCache(stopSignal);
    clearTimeout(timer);
    timer = setTimeout(stopWarmUp, maxWarmUpRoundsMs);
    for (let round = 0; round < maxWarmUpRounds && !stopSignal.aborted; round += 1)
      await Promise.all(warmUpPages.map((page) => requestPage(`${siteUrl}${page}`, agent, stopSignal)));
  } catch {
    // Ignored: the instance works without a warm-up, and the same failure is logged if it occurs for a visitor's
    // request.
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stopWarmUp);
    agent.destroy();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  }
}

async function listenOnFreePort(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const listenerAddress = server.address();
  return typeof listenerAddress === "object" && listenerAddress ? listenerAddress.port.toString() : "";
}

const headers = {
  accept: "text/html",
  "accept-encoding": "gzip, deflate, br",
  "accept-language": "en",
  "user-agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140 Mobile",
};

/** Requests a page and resolves when the whole response has been read. */
function requestPage(url: string, agent: Agent, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers, signal }, (response) => {
      response.once("end", resolve).once("error", reject).resume();
    });
    request.once("error", reject);
  });
}
