import {
  createRequestHandler,
  type ActionFunction,
  type LoaderFunction,
  type ServerBuild,
} from "@remix-run/node";
import { createServices } from "~/request/services.server";
import { createLoaderArguments } from "~/server/remix/loader-arguments.server";
import { createRemixStep } from "~/server/steps/remix.server";
import { createRequestGuardStep } from "~/server/steps/request-guard.server";
import { startExchangeServer } from "../../support/exchange-server";
import { createConfig } from "../../support/configuration";

export interface RemixApp {
  port: number;
  /** Errors that the Remix adapter reported. */
  errors: unknown[];
  close(): Promise<void>;
}

interface RemixPage {
  loader?: LoaderFunction;
  action?: ActionFunction;
  /**
   * Renders the page in place of the server's entry module. Without this function, the response is the loader's result.
   */
  render?: (request: Request) => Response | Promise<Response>;
  /** Called with the request's abort signal when Remix's load context is created. */
  onLoadContext?: (signal: AbortSignal) => void;
}

/**
 * Starts the request guard and the Remix adapter in front of a real Remix. This Remix has one page, which matches every
 * path.
 */
export async function startRemixApp(page: RemixPage): Promise<RemixApp> {
  const errors: unknown[] = [];
  const services = createServices(
    createConfig({
      ACQ_EMBEDDED: "true",
      PUBLIC_ORIGIN: "https://club.example",
      LOG_LEVEL: "silent",
    }),
  );
  const getLoaderArguments = createLoaderArguments(services, () => undefined);
  const server = await startExchangeServer([
    async ({ res }, next) => {
      try {
        await next();
      } catch (error) {
        errors.push(error);
        res.writeHead(500).end();
      }
    },
    createRequestGuardStep({
      isOwnOrigin: () => true,
      knownFieldNames: new Set(["email", "intent"]),
      verifyFormToken: () => "none",
      getUnverifiedFormRule: () => "free",
      countRefusedOwnForm: () => undefined,
      refuse: ({ res }, { status }) => void res.writeHead(status).end(),
    }),
    (exchange, next) => {
      const { signal } = getLoaderArguments(exchange).context.requestInfo;
      if (signal) page.onLoadContext?.(signal);
      return next();
    },
    createRemixStep(createRequestHandler(createBuild(page), "production"), getLoaderArguments),
  ]);
  return { ...server, errors };
}

function createBuild({ loader, action, render }: RemixPage): ServerBuild {
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
          // Without a component Remix treats the route as a resource and sends the loader's response itself.
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
