import { once } from "node:events";
import { createSiteEnvironment } from "../../tests/integration/server/foreign-acq";
import { freePort } from "../../tests/support/free-port";
import { waitUntilReady } from "../../tests/support/server-process";
import { serverProgram } from "../run.mjs";
import { startMeasuredProcess, type MeasuredProcess } from "./children";
import { visitorHeaders } from "./visits";

export interface BenchmarkServer {
  name: string;
  origin: string;
  child: MeasuredProcess;
}

/** Starts a simulated acq in a separate process and resolves to its URL. */
export async function startAcq(): Promise<string> {
  const url = await waitForFirstMessage(startMeasuredProcess("acq", ["scripts/bench/acq-process.ts"]));
  if (typeof url !== "string") throw new Error("The stub of acq did not report its URL");
  return url;
}

/** Starts the site's server without waiting until it listens. */
export async function startSiteWithoutWaiting(
  acqUrl: string,
  variables: Record<string, string> = {},
): Promise<BenchmarkServer> {
  const { origin, env } = await createServerEnvironment(acqUrl, variables);
  return {
    name: "ours",
    origin,
    child: startMeasuredProcess("ours", [serverProgram.file], env, serverProgram.options),
  };
}

/** Starts the site's server and waits until it listens. */
export async function startSite(
  acqUrl: string,
  variables: Record<string, string> = {},
): Promise<BenchmarkServer> {
  const site = await startSiteWithoutWaiting(acqUrl, variables);
  await waitUntilReady(site.child, `${site.origin}/readyz`);
  return site;
}

/** Starts the same build with remix-serve, the server that comes with Remix. */
export async function startRemixServe(acqUrl: string): Promise<BenchmarkServer> {
  const { origin, env } = await createServerEnvironment(acqUrl);
  const serveArguments = ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"];
  const child = startMeasuredProcess("remix-serve", serveArguments, env);
  await waitUntilReady(child, `${origin}/robots.txt`);
  return { name: "remix-serve", origin, child };
}

/** Starts a plain Node server that sends copies of the site's current responses. */
export async function startPlainNode(site: BenchmarkServer): Promise<BenchmarkServer> {
  const port = await freePort();
  const args = ["scripts/bench/plain-process.ts", site.origin, String(port)];
  const child = startMeasuredProcess("plain-node", args);
  await waitForFirstMessage(child);
  return { name: "plain Node", origin: `http://127.0.0.1:${port}`, child };
}

/** Starts the Node server that creates the form page without Remix and React. */
export async function startMinimalServer(site: BenchmarkServer, acqUrl: string): Promise<BenchmarkServer> {
  const port = await freePort();
  const child = startMeasuredProcess("floor", [
    "scripts/bench/floor-process.ts",
    site.origin,
    acqUrl,
    String(port),
  ]);
  await waitForFirstMessage(child);
  return { name: "the floor", origin: `http://127.0.0.1:${port}`, child };
}

/** Checks that all measured servers send the same page: a server that sends an error page would seem fast. */
export async function expectSameTitle(servers: readonly BenchmarkServer[], path: string): Promise<void> {
  const titles = await Promise.all(servers.map((server) => fetchTitle(server, path)));
  const [firstTitle, ...furtherTitles] = titles;
  if (firstTitle === undefined || furtherTitles.some((title) => title !== firstTitle))
    throw new Error(`The servers send different pages at ${path}: ${titles.join(" | ")}`);
}

async function fetchTitle({ name, origin }: BenchmarkServer, path: string): Promise<string> {
  const response = await fetch(`${origin}${path}`, { headers: visitorHeaders });
  const title = /<title>(.*?)<\/title>/s.exec(await response.text())?.[1];
  if (response.status !== 200 || !title) throw new Error(`${name} answers ${path} with ${response.status}`);
  if (response.headers.get("content-encoding") !== "br") throw new Error(`${name} sends ${path} without br`);
  return title;
}

async function createServerEnvironment(
  acqUrl: string,
  variables: Record<string, string> = {},
): Promise<{ origin: string; env: Record<string, string> }> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  // Switches the seasonal banner off, so that figures of different days are comparable.
  const serverVariables = {
    HOST: "127.0.0.1",
    PUBLIC_ORIGIN: origin,
    FEATURES: "seasonal-banner=none",
    TRUST_PROXY: "1",
    ...variables,
  };
  return { origin, env: createSiteEnvironment(port, acqUrl, serverVariables) };
}

async function waitForFirstMessage(child: MeasuredProcess): Promise<unknown> {
  const earlyExitPromise = child.exitPromise.then((): never => {
    throw new Error(`The server exited before it was ready:\n${child.log()}`);
  });
  const messages: unknown[] = await Promise.race([once(child.process, "message"), earlyExitPromise]);
  return messages[0];
}
