import { createAcqControls } from "./acq-controls";
import { freePort } from "./free-port";
import { startHaproxy, type InstancePorts } from "./haproxy";
import { redisUrl, startRedis } from "./redis";
import { startProcess, waitUntilReady, type ServerProcess } from "./server-process";
import { createTestedAcqVariables, testedSiteVariables, type TestSite } from "./velvetgate";

/** A site of two instances. A test that needs the log or memory of a single process starts a site of its own. */
export interface TwoInstances extends TestSite {
  instances: readonly [ServerProcess, ServerProcess];
  /** Stops the site as an operator does. Resolves to the exit codes of the instances. */
  stop: () => Promise<(number | null)[]>;
}

/**
 * Starts the built site as operators run it: two instances behind HAProxy, which sends each request to the next one,
 * with a Redis and a separate acq.
 */
export async function startTwoInstances(): Promise<TwoInstances> {
  const [port, acqPort, redisPort, ...ports] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePorts(),
    freePorts(),
  ] as const);
  const origin = `http://localhost:${port}`;
  const acqUrl = `http://127.0.0.1:${acqPort}`;
  const acq = startProcess(["build/acq.js"], { ...createTestedAcqVariables(acqPort), FRONT_END_URL: origin });
  const startInstance = (instancePorts: InstancePorts) =>
    startProcess(["build/server.js"], {
      PORT: String(instancePorts.port),
      METRICS_PORT: String(instancePorts.metricsPort),
      PUBLIC_ORIGIN: origin,
      SESSION_SECRET: "one secret for all instances of a site",
      REDIS_URL: redisUrl(redisPort),
      ACQ_GRAPHQL_URL: `${acqUrl}/graphql`,
      ...testedSiteVariables,
    });
  const instances = [startInstance(ports[0]), startInstance(ports[1])] as const;
  const stopFunctions: (() => Promise<unknown>)[] = [acq.stop];
  const startResults = await Promise.allSettled([
    startRedis(redisPort).then(({ stop }) => stopFunctions.push(stop)),
    waitUntilReady(acq, `${acqUrl}/outbox.json`),
    // HAProxy starts after the instances, because it sends few visitors to an instance that starts later.
    Promise.all(
      instances.map((instance, index) =>
        waitUntilReady(instance, `http://127.0.0.1:${ports[index]?.port ?? 0}/readyz`),
      ),
    )
      // On a busy machine, an instance may take more than two seconds for a health check.
      .then(() => startHaproxy(port, ports, { checkTimeoutSeconds: 30 }))
      .then(({ stop }) => stopFunctions.push(stop)),
  ]);
  async function stop(): Promise<(number | null)[]> {
    const exitCodes = await Promise.all(instances.map((instance) => instance.stop()));
    await Promise.all(stopFunctions.map((stopOne) => stopOne()));
    return exitCodes;
  }
  // If one part of the site could not be started, stops all parts.
  const failedStart = startResults.find((startResult) => startResult.status === "rejected");
  if (failedStart) {
    await stop();
    throw failedStart.reason;
  }
  return {
    ...createAcqControls(acqUrl),
    origin,
    url: (path) => `${origin}${path}`,
    instances,
    log: () => instances.map((instance) => instance.log()).join("\n"),
    stop,
  };
}

async function freePorts(): Promise<InstancePorts> {
  const [port, metricsPort] = await Promise.all([freePort(), freePort()]);
  return { port, metricsPort };
}
