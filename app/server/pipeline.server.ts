import { type RequestListener, STATUS_CODES } from "node:http";
import type { RequestHandler, ServerBuild } from "@remix-run/node";
import { fieldNames } from "~/request/field-names";
import { toClientNetworkKey } from "~/request/limits/limit-keys.server";
import { createFormTokenCheck } from "~/request/form-token.server";
import { isAssetPath, findPageRoute, pipelinePaths, streamPatterns } from "~/request/paths";
import type { Refusal } from "~/request/request-info";
import type { Services } from "~/request/services.server";
import { isOwnOrigin } from "~/request/urls.server";
import type { AccessLog } from "~/telemetry/access-log.server";
import { createBrowserFailureStep } from "./steps/browser-failures.server";
import { createCspReportStep } from "./steps/csp-reports.server";
import { createIgnoredProxyCounter, readClientAddress } from "./client-address.server";
import type { Exchange, PipelineStep } from "./exchange";
import { createOverloadGuard, type EventLoopLoad, type OverloadGuard } from "./overload/overload.server";
import { createLoaderArguments } from "./remix/loader-arguments.server";
import { createErrorStep } from "./steps/error-response.server";
import { createLanguageButtonStep } from "./steps/language-buttons.server";
import { createOverloadStep } from "./steps/overload-guard.server";
import { createPageAddressStep } from "./steps/page-addresses.server";
import { createPersonalizedPageStep } from "./steps/personalized-pages.server";
import { refusePrefetches } from "./steps/prefetch.server";
import { createRemixStep } from "./steps/remix.server";
import { createRequestGuardStep } from "./steps/request-guard.server";
import { createSecurityHeaderStep } from "./steps/security-headers.server";
import { createSharedPages, type SharedPages } from "./steps/shared-pages.server";
import { sendText } from "./send-text.server";
import { createStaticFileStep } from "./steps/static-files.server";

interface PipelineOptions {
  services: Services;
  build: ServerBuild;
  /** Remix's request handler for all routes. */
  remixHandler: RequestHandler;
  /** The folder with the build's files for browsers. */
  clientFilesFolder: string;
  /** The worker thread that precompresses templates; unused in development. */
  compressWorkerFile: string;
  /** The path of the JSON file with settings (the defaults file) that ships with the site. */
  siteDefaultsFile: string;
  probeStep: PipelineStep;
  accessLog: Pick<AccessLog, "begin">;
  eventLoopLoad: EventLoopLoad;
}

interface SitePipeline {
  requestListener: RequestListener;
  /** The shared (cached) pages; undefined in development and in maintenance. */
  sharedPages: SharedPages | undefined;
  overloadGuard: OverloadGuard;
}

/** Creates the pipeline that handles each request. The order of the steps matters. */
export async function createSitePipeline(options: PipelineOptions): Promise<SitePipeline> {
  const { services, build, remixHandler, clientFilesFolder, siteDefaultsFile, accessLog, eventLoopLoad } =
    options;
  const { config, cookies, log, metrics, parseAddress } = services;
  const { basePath, maintenance } = config;
  // Shared pages are not cached in development, which renders pages from the newest code. They are not needed during
  // maintenance, which shows one page for all URLs.
  const isDevelopment = config.mode === "development";
  const hasPreparedPages = !isDevelopment && !maintenance;
  const overloadGuard = await createOverloadGuard({ config, cookies, log, eventLoopLoad });
  const sharedPages = hasPreparedPages
    ? createSharedPages(services, remixHandler, overloadGuard, eventLoopLoad)
    : undefined;
  const countIgnoredProxy = createIgnoredProxyCounter(
    config.trustedProxyCount,
    log,
    metrics.countIgnoredForwardedHeader,
  );

  const originRules = {
    isOwnOrigin: (origin: string, hostHeader: string) => isOwnOrigin(config, origin, hostHeader),
  };
  const reportSenderOptions = { log, countIgnoredProxy, ...originRules };
  const getLoaderArguments = createLoaderArguments(services, countIgnoredProxy);
  const passToRemix = createRemixStep(remixHandler, getLoaderArguments);

  /**
   * Responds to a refused request with a page in the visitor's language. A refused file or event stream gets plain
   * text, because rendering a page would cost more than the file.
   */
  function refuse(exchange: Exchange, refusal: Refusal): void | Promise<void> {
    const { path, pagePath } = exchange.address;
    if (isAssetPath(path) || streamPatterns.has(pagePath)) {
      exchange.res.setHeader("Cache-Control", "no-store");
      sendText(exchange.res, refusal.status, `${STATUS_CODES[refusal.status] ?? "Refused"}\n`);
      return;
    }
    exchange.refusal = refusal;
    return passToRemix(exchange, () => undefined);
  }

  const steps: PipelineStep[] = [
    options.probeStep,
    createErrorStep(log),
    ...(sharedPages ? [sharedPages.step] : []),
    createOverloadStep(overloadGuard),
    createSecurityHeaderStep(config),
    createCspReportStep(`${basePath}${pipelinePaths.cspReports}`, {
      ...reportSenderOptions,
      count: metrics.countCspViolation,
    }),
    createBrowserFailureStep(`${basePath}${pipelinePaths.browserReports}`, {
      ...reportSenderOptions,
      count: metrics.countBrowserFailure,
    }),
    createRequestGuardStep({
      knownFieldNames: fieldNames,
      isDevelopment,
      ...originRules,
      verifyFormToken: createFormTokenCheck(services),
      getUnverifiedFormRule: (pagePath) => findPageRoute(pagePath)?.unverifiedForms,
      countRefusedOwnForm: metrics.countRefusedOwnForm,
      refuse,
    }),
    createLanguageButtonStep(services),
    createStaticFileStep({ services, clientFilesFolder, siteDefaultsFile, isDevelopment }),
    createPageAddressStep(services),
    refusePrefetches,
    ...(maintenance
      ? [
          (exchange: Exchange) =>
            refuse(exchange, {
              status: 503,
              isMaintenance: true,
              isFormResponse: exchange.req.method === "POST",
            }),
        ]
      : []),
    ...(hasPreparedPages
      ? [
          createPersonalizedPageStep({
            services,
            build,
            remixHandler,
            compressWorkerFile: options.compressWorkerFile,
            getLoaderArguments,
          }),
        ]
      : []),
    passToRemix,
  ];

  const listener: RequestListener = (req, res) => {
    // Rejects a request that arrives before the previous response on its connection is complete (pipelining). Browsers
    // and proxies do not pipeline, and Node would start a thousand such requests at once.
    if (!res.socket) {
      req.destroy();
      return;
    }
    const address = parseAddress(req.url ?? "/");
    const record = accessLog.begin(req, res, address.route);
    const clientAddress = readClientAddress(req, config.trustedProxyCount);
    const network = toClientNetworkKey(clientAddress);
    void runSteps(steps, { req, res, record, address, clientAddress, network });
  };
  return { requestListener: listener, sharedPages, overloadGuard };
}

/** Runs the steps, beginning with the first. Each step sends the response or calls the next step. */
export function runSteps(steps: readonly PipelineStep[], exchange: Exchange): void | Promise<void> {
  const runStep = (index: number): void | Promise<void> => steps[index]?.(exchange, () => runStep(index + 1));
  return runStep(0);
}
