import { hashSettings } from "./shared-variables";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "~/config/environment";

function hashEnvironment(environment: Record<string, string>): string {
  const result = readEnvironment({ ACQ_EMBEDDED: "true", SESSION_SECRET: "s".repeat(32), ...environment });
  if (!result.ok) throw new Error(result.faults.join("\n"));
  return result.config.sharedVariablesHash;
}

describe("hash of the variables that all instances must share", () => {
  it.each([
    { PORT: "3001" },
    { HOST: "0.0.0.0" },
    { METRICS_PORT: "9999" },
    { LOG_LEVEL: "debug" },
    { RELEASE: "r42" },
  ])("stays equal if only variables specific to an instance differ: %o", (environment) => {
    expect(hashEnvironment(environment)).toBe(hashEnvironment({}));
  });

  it.each([
    { SESSION_SECRET: "t".repeat(32) },
    { BASE_PATH: "/acquisition" },
    { REDIS_URL: "redis://localhost" },
    { LOCALE_DOMAINS: "de.example=de" },
    { FEATURES: "signup-steps=short" },
    { ACQ_TIMEOUT_MS: "5000" },
  ])("differs if a shared variable differs: %o", (environment) => {
    expect(hashEnvironment(environment)).not.toBe(hashEnvironment({}));
  });
});

it("hash of the settings changes with each value of the defaults file", () => {
  const hashes = [{}, { acqUrl: "https://acq.example/graphql" }, { environment: "one" }].map((defaults) =>
    hashSettings("variables", defaults),
  );
  expect(new Set(hashes).size).toBe(3);
  expect(hashSettings("other", {})).not.toBe(hashes[0]);
});
