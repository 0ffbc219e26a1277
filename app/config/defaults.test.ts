import { expect, it } from "vitest";
import { parseDefaults } from "~/config/defaults.server";
import { readEnvironment } from "~/config/environment";

function readDefaultsFile(file: object, env: Record<string, string> = {}) {
  const acq = { SESSION_SECRET: "s".repeat(32), ACQ_GRAPHQL_URL: "https://acq.example:8443/graphql" };
  const environment = readEnvironment({ ...acq, ...env });
  if (!environment.ok) throw new Error(environment.faults.join("\n"));
  return parseDefaults(JSON.stringify(file), environment.config);
}

it("defaults file overrides only the values that it contains", () => {
  const acqBackendGraphqlURL = "https://acq.example:8443/other";
  expect(
    readDefaultsFile({ environment: "stage-2", gtmContainerId: "GTM-ABC123", acqBackendGraphqlURL, more: 1 }),
  ).toEqual({
    defaults: { environment: "stage-2", gtmContainerId: "GTM-ABC123", acqUrl: acqBackendGraphqlURL },
    ignoredSettingNames: [],
  });
  expect(readDefaultsFile({})).toEqual({ defaults: {}, ignoredSettingNames: [] });
});

it.each([
  { environment: "" },
  { environment: "a b" },
  { environment: 5 },
  { gtmContainerId: "UA-1" },
  { gtmContainerId: "GTM-X\"'><script>" },
  { acqBackendGraphqlURL: "https://elsewhere.example/graphql" },
  { acqBackendGraphqlURL: "https://acq.example/graphql" },
  { acqBackendGraphqlURL: "https://acq.example.elsewhere.example:8443/graphql" },
  { acqBackendGraphqlURL: "https://acq.example:8443@elsewhere.example/graphql" },
  { acqBackendGraphqlURL: "https://user:word@acq.example:8443/graphql" },
  { acqBackendGraphqlURL: "file://acq.example:8443/graphql" },
  { acqBackendGraphqlURL: "/graphql" },
])("defaults file with an invalid value still applies its valid values: %j", (wrongEntries) => {
  const { defaults, ignoredSettingNames } = readDefaultsFile({
    environment: "live",
    gtmContainerId: "GTM-A",
    ...wrongEntries,
  });
  expect(ignoredSettingNames).toEqual(Object.keys(wrongEntries));
  expect(defaults).toEqual(
    Object.fromEntries(
      Object.entries({ environment: "live", gtmContainerId: "GTM-A" }).filter(
        ([name]) => !(name in wrongEntries),
      ),
    ),
  );
});

it("defaults file (DEFAULTS_URL) may name an acq host from ACQ_ALLOWED_HOSTS, at any port if the list gives no port", () => {
  const file = { acqBackendGraphqlURL: "http://other.example:9090/graphql" };
  const allowedHostsVariable = { ACQ_ALLOWED_HOSTS: "other.example, third.example:1" };
  expect(readDefaultsFile(file, allowedHostsVariable).defaults).toEqual({
    acqUrl: file.acqBackendGraphqlURL,
  });
  expect(
    readDefaultsFile({ acqBackendGraphqlURL: "http://third.example:2/" }, allowedHostsVariable)
      .ignoredSettingNames,
  ).toEqual(["acqBackendGraphqlURL"]);
});

it.each(["", "rubbish", "null", "[]", '"text"'])("defaults file is rejected if it contains %j", (text) => {
  expect(() => parseDefaults(text, { acq: configuredAcq })).toThrow();
});

const configuredAcq = {
  url: "http://localhost:9090/graphql",
  isUnnamed: true,
  subscriptionUrl: undefined,
  allowedHosts: ["localhost:9090"],
  timeoutMs: 1,
  embedded: false,
  embeddedPort: 9090,
  embeddedPublic: false,
};
