import type { Server } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import type { ViteDevServer } from "vite";
import { underBasePath } from "../base-path.server";

/**
 * Vite in middleware mode; loaded in development only.
 *
 * @param server takes the connections of hot reload too: on a port of its own Vite would listen on every address
 */
export async function startVite(server: Server): Promise<ViteDevServer> {
  const { createServer } = await import("vite");
  return createServer({ server: { middlewareMode: true, hmr: { server } } });
}

/** The newest code in development; the built server otherwise. */
export async function loadBuild(
  vite: ViteDevServer | undefined,
  built: string,
  basePath: string,
): Promise<ServerBuild> {
  const module: unknown = vite ? await vite.ssrLoadModule("virtual:remix/server-build") : await import(built);
  if (!isBuild(module)) throw new Error("there is no Remix build: run npm run build");
  return underBasePath(module, basePath);
}

function isBuild(module: unknown): module is ServerBuild {
  return typeof module === "object" && module !== null && "routes" in module && "entry" in module;
}
