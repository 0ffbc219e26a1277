import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { onTestFinished } from "vitest";
import { freePort } from "../../support/free-port";
import type { InstancePorts } from "../../support/haproxy";

interface StubInstance extends InstancePorts {
  /** Returns the number of connections to the public port. */
  connections(): number;
  stop: () => Promise<void>;
}

interface StubOptions {
  onRequest: RequestListener;
  /**
   * Responds to the proxy's health checks. If undefined, the stub responds to them with 200, as a ready instance does.
   */
  onHealthCheck?: RequestListener;
  host?: string;
  ports?: InstancePorts;
}

/** Starts a stub instance for tests of the proxy alone, and stops it after the test. */
export async function startStubInstance(options: StubOptions): Promise<StubInstance> {
  const { onRequest, onHealthCheck = (_req, res) => res.end(), host = "127.0.0.1" } = options;
  const ports = options.ports ?? { port: await freePort(), metricsPort: await freePort() };
  const site = createServer(onRequest);
  const healthCheckServer = createServer(onHealthCheck);
  let connections = 0;
  site.on("connection", () => (connections += 1));
  await Promise.all([listen(site, ports.port, host), listen(healthCheckServer, ports.metricsPort, host)]);
  const stop = async () => {
    await Promise.all([close(site), close(healthCheckServer)]);
  };
  onTestFinished(stop);
  return { ...ports, connections: () => connections, stop };
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, "listening");
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
