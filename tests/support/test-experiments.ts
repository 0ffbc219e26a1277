import { createCookies } from "~/cookies/cookies.server";
import { createExperiments, type VisitorRequest, type Experiments } from "~/experiments/experiments.server";
import type { LogFields } from "~/telemetry/log-fields";
import { createTokenCrypto } from "~/crypto/sealing.server";
import { createConfig } from "./configuration";

/** Short intervals for reading the feature flags, so that a test need not wait for a minute. */
export const fastIntervals = { staleAfterMs: 60, checkIntervalMs: 30 };

export interface Line {
  level: "info" | "warn" | "error";
  fields: LogFields;
  text: string;
}

export interface TestExperiments {
  experiments: Experiments;
  /** The lines that the experiments have logged. */
  lines: Line[];
  /** Advances the clock of the experiments. */
  advanceMs(ms: number): void;
}

/** Creates the experiments of a process with these environment variables. */
export function createTestExperiments(
  environment: Record<string, string> = {},
  refreshIntervals = fastIntervals,
): TestExperiments {
  const config = createConfig({ ACQ_EMBEDDED: "true", ...environment });
  const lines: Line[] = [];
  const createLogMethod = (level: Line["level"]) => (fields: LogFields, text: string) =>
    void lines.push({ level, fields, text });
  let clockOffsetMs = 0;
  const clock = () => new Date(Date.now() + clockOffsetMs);
  const experiments = createExperiments({
    config,
    log: { info: createLogMethod("info"), warn: createLogMethod("warn"), error: createLogMethod("error") },
    tokenCrypto: createTokenCrypto(config.secrets, clock),
    cookies: createCookies(config),
    clock,
    refreshIntervals,
  });
  return { experiments, lines, advanceMs: (ms) => void (clockOffsetMs += ms) };
}

/** Returns a visitor's request for the landing page. The visitor has given consent unless `cookies` says otherwise. */
export function createVisitorRequest(
  cookies: Record<string, string> = {},
  overrides: Partial<VisitorRequest> = {},
): VisitorRequest {
  return {
    requestCookies: { consent: "a1m0", ...cookies },
    url: "/",
    locale: "en",
    hostname: "club.example",
    mobileHint: undefined,
    campaign: undefined,
    hasExperiments: true,
    canCreateVisitor: true,
    ...overrides,
  };
}

export const cookiesWithoutConsent = { consent: "" };

/** Returns the cookie that a response sets, in the form in which a browser sends it back. */
export function readVisitorCookie(variants: {
  visitorCookie: { value: string } | undefined;
}): Record<string, string> {
  const value = /^visitor=([^;]*)/.exec(variants.visitorCookie?.value ?? "")?.[1];
  return value ? { visitor: value } : {};
}
