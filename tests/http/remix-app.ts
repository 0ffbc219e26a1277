import {
  createRequestHandler,
  type ActionFunction,
  type LoaderFunction,
  type ServerBuild,
} from "@remix-run/node";
import express from "express";
import { createServer } from "node:http";
import { remixHandler } from "~/server/remix/remix-adapter.server";
import { requestGuard } from "~/server/guard/request-guard.server";
import { close, listen } from "../support/local-server";

export interface RemixApp {
  port: number;
  /** Errors that reached Express. */
  errors: unknown[];
  close(): Promise<void>;
}

interface Page {
  loader?: LoaderFunction;
  action?: ActionFunction;
  /** What the entry module renders; without it the loader's own answer is sent. */
  render?: (request: Request) => Response | Promise<Response>;
  /** Is handed what the load context is made with. */
  onContext?: (gone: AbortSignal) => void;
}

/** Guard and adapter before a real Remix with one page at every address. */
export async function startRemixApp(page: Page): Promise<RemixApp> {
  const errors: unknown[] = [];
  const app = express().disable("x-powered-by").set("query parser", false);
  app.use(
    requestGuard({
      basePath: "",
      isOwnOrigin: () => true,
      fieldNames: new Set(["email", "intent"]),
      verifyFormToken: () => Promise.resolve("none"),
      formTokenOf: () => "free",
      refuse: (_req, res, { status }) => void res.status(status).end(),
      note: () => undefined,
    }),
  );
  app.use((_req, res, next) => {
    res.setHeader("Vary", "Accept-Encoding");
    next();
  });
  app.use(
    remixHandler({
      handle: createRequestHandler(buildOf(page), "production"),
      publicOrigin: "https://club.example",
      loadContext: (_req, _res, gone) => {
        page.onContext?.(gone);
        return {};
      },
    }),
  );
  app.use(((error, _req, res, _next) => {
    errors.push(error);
    res.status(500).end();
  }) satisfies express.ErrorRequestHandler);
  const server = createServer(app);
  const port = await listen(server);
  return { port, errors, close: () => close(server) };
}

function buildOf({ loader, action, render }: Page): ServerBuild {
  const route = { id: "page", path: "*" };
  return {
    mode: "production",
    entry: {
      module: {
        default: (request) => render?.(request) ?? new Response("rendered"),
        handleError: () => undefined,
      },
    },
    routes: {
      page: {
        ...route,
        module: {
          ...(loader ? { loader } : {}),
          ...(action ? { action } : {}),
          // Without a component Remix treats it as a resource and sends the loader's answer itself.
          default: render ? () => null : undefined,
        },
      },
    },
    assets: {
      entry: { imports: [], module: "" },
      routes: {},
      url: "",
      version: "",
    },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: true,
    },
    isSpaMode: false,
  };
}
