import { randomBytes } from "node:crypto";
import { findMisspelledNames } from "./misspelt-names";
import { hashSharedVariables } from "./shared-variables";
import { variablesSchema, type Variables } from "./variables";

/** The parsed environment of the process (docs/operate/configuration.md). */
export type Config = ReturnType<typeof createConfig>;
type Environment = Readonly<Record<string, string | undefined>>;

function createConfig(variables: Variables) {
  const publicOrigin = variables.PUBLIC_ORIGIN ?? `http://localhost:${variables.PORT.toString()}`;
  return {
    mode: variables.NODE_ENV,
    port: variables.PORT,
    host: variables.HOST,
    brand: variables.BRAND_NAME,
    basePath: variables.BASE_PATH,
    publicOrigin,
    secure: publicOrigin.startsWith("https:"),
    /**
     * The scope of the Strict-Transport-Security header; by default only this host. With a base path the default is
     * "off", because the header would also apply to the host's other sites.
     */
    hsts: variables.HSTS ?? (variables.BASE_PATH === "" ? "host" : "off"),
    /**
     * The secrets in SESSION_SECRET. The first secret is the newest: it encrypts and signs. The other secrets only
     * decrypt and verify older values.
     */
    secrets: variables.SESSION_SECRET ?? [randomBytes(32).toString("base64url")],
    trustedProxyCount: variables.TRUST_PROXY,
    /** The address of Redis. If undefined, rate limits are counted in memory only. */
    redis: variables.REDIS_URL,
    localeDomains: variables.LOCALE_DOMAINS,
    acq: readAcqSettings(variables),
    /** The URL of the defaults file. If undefined, the defaults file that ships with the site is used. */
    defaultsUrl: variables.DEFAULTS_URL,
    gtmContainerId: variables.GTM_CONTAINER_ID,
    token: { cookie: variables.TOKEN_COOKIE, prefix: variables.TOKEN_PREFIX },
    links: readLinks(variables),
    csp: {
      script: variables.CSP_SCRIPT_HOSTS,
      connect: variables.CSP_CONNECT_HOSTS,
      img: variables.CSP_IMG_HOSTS,
      frame: variables.CSP_FRAME_HOSTS,
    },
    consentScriptUrl: variables.CONSENT_SCRIPT_URL,
    salutationOptional: variables.SALUTATION_OPTIONAL,
    /**
     * The values of features that no experiment decides. `featuresGiven`: the names of the features that FEATURES
     * contains.
     */
    features: variables.FEATURES.features,
    featuresGiven: variables.FEATURES.configuredNames,
    /**
     * The settings of the service from which experiments are loaded. If undefined, experiments come from the features
     * file in the project.
     */
    featuresService: createFeaturesConfig(variables),
    formMinSeconds: variables.FORM_MIN_SECONDS,
    logLevel: variables.LOG_LEVEL,
    /** True if every page shows the maintenance message. */
    maintenance: variables.MAINTENANCE,
    metricsPort: variables.METRICS_PORT,
    metricsHost: variables.METRICS_HOST,
    /** Contacts for reports of vulnerabilities, as URIs. If the list is empty, the site has no security.txt. */
    securityContacts: variables.SECURITY_CONTACT,
    /** The address (DSN) of Sentry for error reports. If undefined, errors are only logged. */
    sentryDsn: variables.SENTRY_DSN,
    /**
     * The name of the environment for error reports and metrics. The defaults file (at DEFAULTS_URL) may override it.
     */
    environment: variables.ENVIRONMENT,
    /** The name of the release. If undefined, the release name of the build is used. */
    release: variables.RELEASE,
    /** The settings for OpenTelemetry traces. If undefined, no traces are sent. */
    traces: createTracesConfig(variables),
    /** A hash of the variables that must be equal in all instances of a site. */
    sharedVariablesHash: hashSharedVariables(variables),
    /** The difference between the app's clock and the machine's, in milliseconds (environment variable CLOCK). */
    clockShiftMs: variables.CLOCK ? variables.CLOCK.getTime() - Date.now() : 0,
  };
}

function readAcqSettings(variables: Variables) {
  const url =
    variables.ACQ_GRAPHQL_URL ??
    `http://localhost:${(variables.ACQ_EMBEDDED ? variables.ACQ_EMBEDDED_PORT : 9090).toString()}/graphql`;
  return {
    url,
    /** True if neither ACQ_GRAPHQL_URL nor ACQ_EMBEDDED is set. */
    isUnnamed: variables.ACQ_GRAPHQL_URL === undefined && !variables.ACQ_EMBEDDED,
    /** The URL of acq's subscriptions. If undefined, acq's URL with the scheme ws or wss is used. */
    subscriptionUrl: variables.ACQ_SUBSCRIPTION_URL,
    allowedHosts: [new URL(url).host, ...variables.ACQ_ALLOWED_HOSTS],
    timeoutMs: variables.ACQ_TIMEOUT_MS,
    embedded: variables.ACQ_EMBEDDED,
    embeddedPort: variables.ACQ_EMBEDDED_PORT,
    /** True if the embedded acq may run on a public site in production. */
    embeddedPublic: variables.ACQ_EMBEDDED_PUBLIC,
  };
}

function readLinks(variables: Variables) {
  return {
    login: variables.LOGIN_URL,
    shop: variables.SHOP_URL,
    passwordReset: variables.PASSWORD_RESET_URL,
    customerService: variables.CUSTOMER_SERVICE_URL,
    about: variables.ABOUT_URL,
    jobs: variables.JOBS_URL,
    privacy: variables.PRIVACY_URL,
    terms: variables.TERMS_URL,
    imprint: variables.IMPRINT_URL,
    sustainability: variables.SUSTAINABILITY_URL,
  };
}

function createTracesConfig(variables: Variables) {
  const endpoint = variables.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  return {
    endpoint,
    headers: variables.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: variables.OTEL_SERVICE_NAME,
    sampleRatio: variables.OTEL_TRACES_SAMPLER_ARG,
    environment: variables.ENVIRONMENT,
    trustsTraceparent: variables.TRUST_TRACEPARENT,
  };
}

function createFeaturesConfig(variables: Variables) {
  const { FEATURES_URL: url, FEATURES_CLIENT_KEY: clientKey } = variables;
  if (url === undefined || clientKey === undefined) return undefined;
  return {
    url: url.replace(/\/+$/, ""),
    clientKey,
    decryptionKey: variables.FEATURES_DECRYPTION_KEY,
    remoteEval: variables.FEATURES_REMOTE_EVAL,
  };
}

const secretVariables = new Set([
  "SESSION_SECRET",
  "FEATURES_DECRYPTION_KEY",
  "SENTRY_DSN",
  "REDIS_URL",
  "SMTP_URL",
  "OTEL_EXPORTER_OTLP_HEADERS",
]);

function describeInvalidValue(name: string, value: string | undefined): string {
  if (value === undefined) return "is not set";
  return secretVariables.has(name)
    ? "has an invalid value (a secret, not shown)"
    : `is ${JSON.stringify(value)}`;
}

/** Returns true for the embedded acq, with its published passwords, in production at a public address. */
function isDemoOnPublicOrigin(variables: Variables): boolean {
  const { NODE_ENV, PUBLIC_ORIGIN: origin, ACQ_EMBEDDED, ACQ_EMBEDDED_PUBLIC } = variables;
  if (!ACQ_EMBEDDED || ACQ_EMBEDDED_PUBLIC || NODE_ENV !== "production" || origin === undefined) return false;
  return !/^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
}

/** Checks the rules that concern more than one environment variable. */
function findVariableConflicts(variables: Variables): string[] {
  const conflicts: string[] = [];
  if (!variables.ACQ_EMBEDDED && !variables.SESSION_SECRET)
    conflicts.push("SESSION_SECRET is not set; it must be 32 characters or more unless ACQ_EMBEDDED=true");
  if (!variables.ACQ_EMBEDDED && !variables.PUBLIC_ORIGIN && variables.NODE_ENV === "production")
    conflicts.push("PUBLIC_ORIGIN is not set; in production it must be an origin like https://club.example");
  if (isDemoOnPublicOrigin(variables))
    conflicts.push(
      `PUBLIC_ORIGIN is ${JSON.stringify(variables.PUBLIC_ORIGIN)}; with ACQ_EMBEDDED=true it must be an origin of this machine, like http://localhost:3000, because the embedded acq is for demonstration. Set ACQ_EMBEDDED_PUBLIC=true if acq is to be public`,
    );
  if (variables.FEATURES_URL && variables.FEATURES_CLIENT_KEY === undefined)
    conflicts.push(
      "FEATURES_CLIENT_KEY is not set; with FEATURES_URL it must be the client key of the features service",
    );
  if (variables.FEATURES_DECRYPTION_KEY !== undefined && variables.FEATURES_URL === undefined)
    conflicts.push("FEATURES_DECRYPTION_KEY is set and FEATURES_URL is not; set both or neither");
  if (variables.FEATURES_REMOTE_EVAL && variables.FEATURES_URL === undefined)
    conflicts.push("FEATURES_REMOTE_EVAL is true and FEATURES_URL is not set; set both or neither");
  if (variables.ACQ_EMBEDDED_PUBLIC && !variables.ACQ_EMBEDDED)
    conflicts.push("ACQ_EMBEDDED_PUBLIC is true; it needs ACQ_EMBEDDED=true");
  if (variables.HSTS === "subdomains" && variables.PUBLIC_ORIGIN?.startsWith("https:") !== true)
    conflicts.push('HSTS is "subdomains"; it needs a PUBLIC_ORIGIN that starts with https://');
  if (variables.ACQ_EMBEDDED && variables.ACQ_GRAPHQL_URL !== undefined)
    conflicts.push("ACQ_EMBEDDED is true and ACQ_GRAPHQL_URL is set; set only one of the two");
  // Two ports may both be 0, because port 0 means any free port.
  const otherPortByVariable = {
    METRICS_PORT: variables.METRICS_PORT,
    ACQ_EMBEDDED_PORT: variables.ACQ_EMBEDDED ? variables.ACQ_EMBEDDED_PORT : undefined,
  };
  for (const [name, port] of Object.entries(otherPortByVariable))
    if (port && port === variables.PORT)
      conflicts.push(`${name} and PORT are both ${port}; choose different ports`);
  if (variables.TRUST_TRACEPARENT && variables.TRUST_PROXY === 0)
    conflicts.push(
      "TRUST_TRACEPARENT is true; it needs TRUST_PROXY, and a proxy that sets the header itself",
    );
  if (variables.CLOCK && variables.NODE_ENV === "production" && !variables.ACQ_EMBEDDED)
    conflicts.push("CLOCK is set; in production it is allowed only with ACQ_EMBEDDED=true");
  return conflicts;
}

/**
 * Reads the configuration (docs/operate/configuration.md). Each fault is reported in one line: the variable, its value
 * (never a secret's) and the allowed values. An empty variable counts as not set.
 */
export function readEnvironment(
  environment: Environment,
): { ok: true; config: Config } | { ok: false; faults: string[] } {
  const variables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const misspelledNameFaults = findMisspelledNames(
    Object.keys(variables),
    Object.keys(variablesSchema.shape),
  );
  const result = variablesSchema.safeParse(variables);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name} ${describeInvalidValue(name, environment[name])}; allowed is ${issue.message}`;
    });
    return { ok: false, faults: [...misspelledNameFaults, ...faults] };
  }
  const faults = [...misspelledNameFaults, ...findVariableConflicts(result.data)];
  return faults.length > 0 ? { ok: false, faults } : { ok: true, config: createConfig(result.data) };
}

/** The environment variable NODE_ENV. In the build, esbuild replaces this expression with "production". */
const buildMode = process.env.NODE_ENV;

/**
 * Returns the configuration of the process.
 *
 * @throws a ConfigurationError with every fault in its message
 */
export function processConfig(): Config {
  const environment: Environment = process.env;
  const nodeEnv = environment["NODE_ENV"];
  const mode = nodeEnv === undefined || nodeEnv === "" ? buildMode : nodeEnv;
  const result = readEnvironment({ ...environment, NODE_ENV: mode });
  if (!result.ok) throw new ConfigurationError(result.faults);
  return result.config;
}

/** Faults of the configuration, one line each. */
export class ConfigurationError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join("\n"));
  }
}
