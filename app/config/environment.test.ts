import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "~/config/environment";

const minimalVariables = { ACQ_EMBEDDED: "true" };

function readFaults(environment: Record<string, string>): string[] {
  const result = readEnvironment({ ...minimalVariables, ...environment });
  return result.ok ? [] : result.faults;
}

it("default configuration matches docs/operate/configuration.md", () => {
  const result = readEnvironment(minimalVariables);
  expect(result).toMatchObject({
    ok: true,
    config: {
      port: 3000,
      host: "0.0.0.0",
      brand: "Velvetgate",
      basePath: "",
      publicOrigin: "http://localhost:3000",
      trustedProxyCount: 0,
      acq: { url: "http://localhost:9090/graphql", timeoutMs: 30_000 },
      token: { cookie: "auth.token", prefix: "Bearer" },
      formMinSeconds: 2,
      logLevel: "info",
    },
  });
});

it.each([
  ["a public address", "https://club.example", {}, 1],
  ["a public address that is allowed explicitly", "https://club.example", { ACQ_EMBEDDED_PUBLIC: "true" }, 0],
  ["a public address in development", "https://club.example", { NODE_ENV: "development" }, 0],
  ["localhost", "http://localhost:3000", {}, 0],
  ["127.0.0.1", "http://127.0.0.1:3000", {}, 0],
  ["a host that only begins with localhost", "http://localhost.club.example", {}, 1],
])(
  "embedded acq in production needs a local PUBLIC_ORIGIN or ACQ_EMBEDDED_PUBLIC=true: %s",
  (_description, origin, variables, faults) => {
    const result = readEnvironment({
      NODE_ENV: "production",
      ACQ_EMBEDDED: "true",
      PUBLIC_ORIGIN: origin,
      ...variables,
    });
    expect(result.ok ? [] : result.faults).toHaveLength(faults);
    if (!result.ok) expect(result.faults[0]).toMatch(/^PUBLIC_ORIGIN is .*ACQ_EMBEDDED_PUBLIC=true/);
  },
);

describe("environment validation", () => {
  it.each<[string, string, RegExp]>([
    ["PORT", "abc", /^PORT is "abc"; allowed is a port number/],
    ["PORT", "70000", /^PORT is "70000"; allowed is a port number/],
    ["BASE_PATH", "acquisition", /^BASE_PATH is "acquisition"; allowed is .*\/acquisition/],
    ["BASE_PATH", "/a/", /^BASE_PATH/],
    ["PUBLIC_ORIGIN", "https://club.example/path", /^PUBLIC_ORIGIN is .*without a path/],
    ["ACQ_EMBEDDED", "yes", /^ACQ_EMBEDDED is "yes"; allowed is true or false/],
    ["ACQ_TIMEOUT_MS", "1", /^ACQ_TIMEOUT_MS is "1"; allowed is a whole number from 100/],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5", /^OTEL_TRACES_SAMPLER_ARG is "1.5"; allowed is a number from 0 to 1/],
    [
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "collector",
      /^OTEL_EXPORTER_OTLP_ENDPOINT is "collector"; allowed is an/,
    ],
    [
      "OTEL_EXPORTER_OTLP_HEADERS",
      "secret",
      /^OTEL_EXPORTER_OTLP_HEADERS has an invalid value \(a secret, not shown\)/,
    ],
    ["ACQ_GRAPHQL_URL", "acq:9090", /^ACQ_GRAPHQL_URL is "acq:9090"; allowed is an absolute URL/],
    ["LOG_LEVEL", "loud", /^LOG_LEVEL is "loud"; allowed is fatal, error/],
    ["LOCALE_DOMAINS", "club.example", /^LOCALE_DOMAINS is "club.example"; allowed is pairs like/],
    ["TOKEN_COOKIE", "a b", /^TOKEN_COOKIE is "a b"; allowed is a cookie name/],
    ["GTM_CONTAINER_ID", "<script>", /^GTM_CONTAINER_ID is "<script>"; allowed is an identifier/],
    ["CLOCK", "tomorrow", /^CLOCK is "tomorrow"; allowed is an ISO 8601/],
    ["LOGIN_URL", "javascript:alert(1)", /^LOGIN_URL is .*; allowed is a path/],
    ["LOGIN_URL", "/{lang}/login", /^LOGIN_URL is .*\{locale\} and \{country\} and no other placeholder/],
    ["SHOP_URL", "https://shop.example/{key}", /^SHOP_URL is .*no other placeholder/],
    ["TERMS_URL", "https://shop.example/{keys}", /^TERMS_URL is .*\{key\} and no other placeholder/],
    ["TERMS_URL", "https://shop.example/{key", /^TERMS_URL is .*no other placeholder/],
    ["LOCALE_DOMAINS", "club.es=es", /^LOCALE_DOMAINS is "club.es=es"; allowed is .* of en, /],
    ["HOST", "999.1.1.1", /^HOST is "999.1.1.1"; allowed is an address of this machine/],
    ["HOST", "http://localhost", /^HOST is .*; allowed is an address of this machine/],
    ["METRICS_HOST", "0.0.0", /^METRICS_HOST is "0.0.0"; allowed is an address of this machine/],
    ["METRICS_PORT", "3000", /^METRICS_PORT and PORT are both 3000; choose different ports$/],
    ["ACQ_EMBEDDED_PORT", "3000", /^ACQ_EMBEDDED_PORT and PORT are both 3000; choose different ports$/],
    [
      "ACQ_GRAPHQL_URL",
      "https://acq.example",
      /^ACQ_EMBEDDED is true and ACQ_GRAPHQL_URL is set; set only one of the two$/,
    ],
    [
      "PUBLIC_ORGIN",
      "https://club.example",
      /^PUBLIC_ORGIN is not a variable of this site; did you mean PUBLIC_ORIGIN\?$/,
    ],
    [
      "SESION_SECRET",
      "hunter2",
      /^SESION_SECRET is not a variable of this site; did you mean SESSION_SECRET\?$/,
    ],
    [
      "ACQ_GRAPHQL_ULR",
      "x",
      /^ACQ_GRAPHQL_ULR is not a variable of this site; did you mean ACQ_GRAPHQL_URL\?$/,
    ],
    ["ACQ_TIMEOUT", "1000", /^ACQ_TIMEOUT is not a variable of this site; did you mean ACQ_TIMEOUT_MS\?$/],
    ["trust_proxy", "1", /^trust_proxy is not a variable of this site; did you mean TRUST_PROXY\?$/],
    ["TRUSTPROXY", "1", /^TRUSTPROXY is not a variable of this site; did you mean TRUST_PROXY\?$/],
  ])("reports %s=%s in one line", (name, value, line) => {
    expect(readFaults({ [name]: value })).toEqual([expect.stringMatching(line)]);
  });

  it.each([
    "HOME",
    "PATH",
    "POST",
    "HOSTNAME",
    "HOSTTYPE",
    "LOGNAME",
    "SENTRY_ORG",
    "SENTRY_AUTH_TOKEN",
    "REDIS_PORT",
    "VELVETGATE_PORT",
    "OTEL_TRACES_SAMPLER",
    "npm_config_host",
    "port",
  ])("ignores a variable whose name resembles no known variable: %s", (name) => {
    expect(readFaults({ [name]: "anything" })).toEqual([]);
  });

  it.each(["localhost", "::", "::1", "0.0.0.0", "10.0.0.7", "app-1.club.example"])(
    "accepts the host %s",
    (host) => {
      expect(readFaults({ HOST: host })).toEqual([]);
    },
  );

  it.each(["https://abc.example", "https://abc.example/1", "https://key@abc.example/", "key@abc"])(
    "reports an invalid SENTRY_DSN=%s without repeating the value",
    (dsn) => {
      const [line, ...furtherLines] = readFaults({ SENTRY_DSN: dsn });
      expect([line, furtherLines]).toEqual([
        expect.stringMatching(/^SENTRY_DSN has an invalid value .* a Sentry DSN like /),
        [],
      ]);
      expect(line).not.toContain("abc");
    },
  );

  it("accepts port 0 for both PORT and METRICS_PORT", () => {
    expect(readFaults({ PORT: "0", METRICS_PORT: "0" })).toEqual([]);
  });

  it("reports each invalid variable in a separate line", () => {
    expect(readFaults({ PORT: "x", BASE_PATH: "y" })).toHaveLength(2);
  });

  it("never prints the value of a secret", () => {
    const [line = ""] = readFaults({ SESSION_SECRET: "hunter2" });
    expect(line).toMatch(
      /^SESSION_SECRET has an invalid value \(a secret, not shown\); allowed is 32 characters or more/,
    );
    expect(line).not.toContain("hunter2");
  });
});

describe("environment in production with an external acq", () => {
  const productionVariables = { NODE_ENV: "production", ACQ_GRAPHQL_URL: "https://acq.example/graphql" };

  it("requires a session secret and the public origin", () => {
    const result = readEnvironment(productionVariables);
    expect(result.ok ? [] : result.faults).toEqual([
      expect.stringMatching(/^SESSION_SECRET is not set/),
      expect.stringMatching(/^PUBLIC_ORIGIN is not set/),
    ]);
  });

  it("accepts a session secret and the public origin", () => {
    const result = readEnvironment({
      ...productionVariables,
      SESSION_SECRET: `${"n".repeat(32)},${"o".repeat(32)}`,
      PUBLIC_ORIGIN: "https://club.example",
    });
    expect(result).toMatchObject({
      ok: true,
      config: { secure: true, secrets: ["n".repeat(32), "o".repeat(32)] },
    });
  });

  it.each([";", " ", " ; ", ":", "|", "，"])("rejects two session secrets separated by %j", (separator) => {
    const [line = ""] = readFaults({
      ...productionVariables,
      SESSION_SECRET: ["new", "old"].map((text) => text.repeat(11)).join(separator),
    });
    expect(line).toMatch(/^SESSION_SECRET has an invalid value .* several separated by commas/);
    expect(line).not.toContain("newnew");
  });

  it.each([
    ["after the last secret", `${"o".repeat(32)},${"n".repeat(32)}     # on every instance`],
    ["in place of a secret", `${"n".repeat(32)}, # the old secret was removed in May 2026`],
    ["that begins with //", `${"n".repeat(32)} // on every instance`],
    ["that begins with ;", `${"n".repeat(32)} ; on every instance`],
    ["on the next line", `${"n".repeat(32)}\n# on every instance`],
    ["that begins with --", `${"n".repeat(32)},-- the old secret was removed in May 2026`],
    ["that begins with /*", `${"n".repeat(32)},/* the old secret was removed in May 2026 */`],
  ])("rejects a comment in the session secret, which would become part of it: %s", (_, SESSION_SECRET) => {
    const [line = ""] = readFaults({ ...productionVariables, SESSION_SECRET });
    expect(line).toMatch(/^SESSION_SECRET has an invalid value .* without a comment/);
  });

  it("rejects a session secret in quotes, which only systemd would remove", () => {
    const [line = ""] = readFaults({ ...productionVariables, SESSION_SECRET: `"${"n".repeat(32)}"` });
    expect(line).toMatch(/^SESSION_SECRET has an invalid value .* without quotes around it/);
  });

  it.each([
    ["a passphrase with spaces", "one secret for all instances of a site; and one of 2026"],
    ["openssl rand -base64 72, which breaks the line", `${"a+/Z".repeat(16)}\n${"b+/9".repeat(8)}`],
    ["openssl rand -base64 32", `${"a+/Z".repeat(10)}bc8=`],
    ["openssl rand -hex 64", "0f".repeat(64)],
  ])("accepts a session secret: %s", (_description, SESSION_SECRET) => {
    const result = readEnvironment({
      ...productionVariables,
      SESSION_SECRET,
      PUBLIC_ORIGIN: "https://club.example",
    });
    expect(result).toMatchObject({ ok: true, config: { secrets: [SESSION_SECRET] } });
  });

  it("rejects the variable CLOCK, which changes the current time", () => {
    const result = readEnvironment({
      ...productionVariables,
      SESSION_SECRET: "n".repeat(32),
      PUBLIC_ORIGIN: "https://club.example",
      CLOCK: "2026-11-27T09:00:00Z",
    });
    expect(result).toMatchObject({ ok: false, faults: [expect.stringMatching(/^CLOCK is set/)] });
  });
});

it(".env.example lists exactly the variables that the site reads", () => {
  const sourceTexts = ["app/config/variables.ts", "acq/main.ts"].map((path) =>
    readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"),
  );
  const readVariableNames = [...sourceTexts.join("\n").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name]) => name,
  );
  const documentedNames = [...new Set(readVariableNames)].sort();
  const envExampleText = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
  const listedNames = [...envExampleText.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name).sort();
  expect(listedNames).toEqual(documentedNames);
});

describe("variable that depends on another variable", () => {
  const httpsVariables = { PUBLIC_ORIGIN: "https://club.example", NODE_ENV: "development" };

  it.each([
    [{ FRONT_END_URL: "x" }, /^FRONT_END_URL is "x"; allowed is an absolute URL/],
    [{ FEATURES_DECRYPTION_KEY: "canary" }, /^FEATURES_DECRYPTION_KEY is set and FEATURES_URL is not/],
    [{ HSTS: "subdomains", PUBLIC_ORIGIN: "http://localhost:3000" }, /^HSTS is "subdomains"; it needs/],
    [{ HSTS: "subdomains" }, /^HSTS is "subdomains"; it needs/],
  ])("causes a one-line error if it cannot take effect: %j", (environment, line) => {
    expect(readFaults(environment)).toEqual([expect.stringMatching(line)]);
    expect(readFaults(environment).join("\n")).not.toContain("canary");
  });

  it.each([
    { FRONT_END_URL: "https://club.example/acquisition" },
    { FEATURES_DECRYPTION_KEY: "key", FEATURES_URL: "https://features.example", FEATURES_CLIENT_KEY: "sdk" },
    { HSTS: "subdomains", ...httpsVariables },
    { HSTS: "host" },
  ])("passes validation if its requirements are met: %j", (environment) => {
    expect(readFaults(environment)).toEqual([]);
  });
});

describe("trace export", () => {
  const tracesEndpoint = "http://collector:4318";
  const readTracesConfig = (environment: Record<string, string>) => {
    const result = readEnvironment({ ...minimalVariables, ...environment });
    return result.ok ? result.config.traces : result.faults;
  };

  it("stays off without a configured collector", () => {
    expect(readTracesConfig({ OTEL_SERVICE_NAME: "door" })).toBeUndefined();
  });

  it("follows the standard environment variables of OpenTelemetry", () => {
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: tracesEndpoint,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc==, x-team = door",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
      TRUST_PROXY: "1",
      TRUST_TRACEPARENT: "true",
    };
    expect(readTracesConfig(environment)).toMatchObject({
      endpoint: tracesEndpoint,
      headers: { authorization: "Basic abc==", "x-team": "door" },
      serviceName: "velvetgate",
      sampleRatio: 0.25,
      trustsTraceparent: true,
    });
  });
});
