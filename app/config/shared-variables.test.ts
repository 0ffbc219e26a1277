import { describe, expect, it } from "vitest";
import { readEnvironment } from "~/config/environment";

function hashOf(environment: Record<string, string>): string {
  const result = readEnvironment({ ACQ_EMBEDDED: "true", SESSION_SECRET: "s".repeat(32), ...environment });
  if (!result.ok) throw new Error(result.faults.join("\n"));
  return result.config.sharedHash;
}

describe("hash of the shared variables", () => {
  it.each([
    { PORT: "3001" },
    { HOST: "0.0.0.0" },
    { METRICS_PORT: "9999" },
    { LOG_LEVEL: "debug" },
    { RELEASE: "r42" },
  ])("is equal for instances that differ only in variables of their own: %o", (environment) => {
    expect(hashOf(environment)).toBe(hashOf({}));
  });

  it.each([
    { SESSION_SECRET: "t".repeat(32) },
    { BASE_PATH: "/acquisition" },
    { REDIS_URL: "redis://localhost" },
    { LOCALE_DOMAINS: "de.example=de" },
    { FEATURES: "signup-steps=short" },
    { ACQ_TIMEOUT_MS: "5000" },
  ])("differs for another shared variable: %o", (environment) => {
    expect(hashOf(environment)).not.toBe(hashOf({}));
  });
});
