import { afterEach, expect, it } from "vitest";
import { freePort } from "../support/free-port";
import { startVelvetgate, type Velvetgate } from "../support/velvetgate";

let site: Velvetgate | undefined;
afterEach(async () => {
  await site?.stop();
});

/** Starts the site with METRICS_PORT set; resolves to its figures' address. */
async function start(env: Record<string, string> = {}): Promise<{ visited: Velvetgate; figures: string }> {
  const port = await freePort();
  site = await startVelvetgate({ env: { METRICS_PORT: String(port), ...env } });
  return { visited: site, figures: `http://127.0.0.1:${port}/metrics` };
}

async function visit(address: string): Promise<string> {
  const response = await fetch(address, { headers: { Connection: "close" } });
  expect(response.status, address).toBe(200);
  return response.text();
}

function pageCache(text: string, outcome: string): number {
  return Number(
    new RegExp(`^velvetgate_page_cache_total{outcome="${outcome}"} (\\d+)$`, "m").exec(text)?.[1],
  );
}

it("the figures say what the page cache had (docs/product.md#configuration: METRICS_PORT)", async () => {
  const { visited, figures } = await start();
  for (let count = 0; count < 10; count += 1) await visit(visited.url("/sv"));
  const text = await visit(figures);
  expect(pageCache(text, "hits") + pageCache(text, "misses")).toBe(10);
  expect(pageCache(text, "hits")).toBeGreaterThanOrEqual(8);
  expect(text).toContain("nodejs_eventloop_lag_seconds");
});

it("the public port has none, and the other port nothing else", async () => {
  const { visited, figures } = await start();
  const open = await fetch(visited.url("/metrics"));
  expect(await open.text()).not.toContain("velvetgate_page_cache_total");
  expect((await fetch(new URL("/", figures))).status).toBe(404);
  expect((await fetch(figures, { method: "POST" })).status).toBe(404);
});

it("the figures are for this machine alone, unless METRICS_HOST says otherwise", async () => {
  // Any address of 127.0.0.0/8 is this machine's: a listener on every address takes them all.
  const elsewhere = (figures: string) => figures.replace("127.0.0.1", "127.0.0.2");
  const { figures } = await start();
  await expect(fetch(elsewhere(figures))).rejects.toThrow();
  await site?.stop();
  const open = await start({ METRICS_HOST: "0.0.0.0" });
  expect(await visit(elsewhere(open.figures))).toContain("velvetgate_page_cache_total");
});

it("a METRICS_PORT that is taken is said in a line", async () => {
  const { figures } = await start();
  const { port } = new URL(figures);
  await expect(startVelvetgate({ env: { METRICS_PORT: port } })).rejects.toThrow(
    `METRICS_PORT ${port} is taken`,
  );
});
