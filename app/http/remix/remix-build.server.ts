import type { ServerBuild } from "@remix-run/node";
import type { ViteDevServer } from "vite";
import { underBasePath } from "../base-path.server";

/** Vite in middleware mode, with hot reload; loaded in development only. */
export async function startVite(): Promise<ViteDevServer> {
  const { createServer } = await import("vite");
  return createServer({ server: { middlewareMode: true } });
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
