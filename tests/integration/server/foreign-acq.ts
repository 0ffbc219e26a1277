import { freePort } from "../../support/free-port";
import { startProcess, waitUntilReady, type ServerProcess } from "../../support/server-process";

export interface Site {
  origin: string;
  url(path: string): string;
  server: ServerProcess;
}

export const secret = "a-secret-of-thirty-two-characters";

/** Starts the built site with an external acq, as an operator does. */
export async function startSite(
  acqUrl: string,
  env: Record<string, string> = {},
  nodeProgram?: string,
): Promise<Site> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = startProcess(["build/server.js"], createSiteEnvironment(port, acqUrl, env), {
    node: nodeProgram,
  });
  await waitUntilReady(server, `${origin}/readyz`);
  return { origin, url: (path) => `${origin}${path}`, server };
}

export function createSiteEnvironment(
  port: number,
  acqUrl: string,
  env: Record<string, string> = {},
): Record<string, string> {
  return {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    ACQ_GRAPHQL_URL: acqUrl,
    SESSION_SECRET: secret,
    ...env,
  };
}
