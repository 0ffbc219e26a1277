import * as z from "zod";
import { isIP } from "node:net";
import { isLocale, localeCodes } from "~/i18n/locales";
import { featuresVariable } from "./features-variable";
import { decodePercent } from "~/utils/percent-encoding";
import { redisVariable } from "./redis-address";
import { sessionSecretVariable } from "./session-secret";

/**
 * Returns a schema for a variable with a rule. The error message shows `allowed`, which describes the rule to
 * operators.
 */
function textVariable(allowed: string, isValid: (value: string) => boolean) {
  return z.string().refine(isValid, { error: allowed });
}

function integerVariable(min: number, max: number, fallback: number) {
  const allowed = `a whole number from ${min.toString()} to ${max.toString()}`;
  return textVariable(
    allowed,
    (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max,
  )
    .transform(Number)
    .default(fallback);
}

function booleanVariable(fallback: boolean) {
  return z
    .enum(["true", "false"], { error: "true or false" })
    .transform((value) => value === "true")
    .default(fallback);
}

function urlVariable(...schemes: string[]) {
  const schemeList = schemes.map((scheme) => `${scheme}://`).join(" or ");
  return textVariable(
    `an absolute URL that starts with ${schemeList}, percent-encoded in UTF-8`,
    (value) =>
      URL.canParse(value) &&
      schemes.includes(new URL(value).protocol.slice(0, -1)) &&
      decodePercent(value) !== null,
  );
}

function pathOrUrlVariable(...placeholders: string[]) {
  const bracedNames = placeholders.map((name) => `{${name}}`);
  const allowed = "a path that starts with / or an http(s) URL";
  return textVariable(
    bracedNames.length > 0
      ? `${allowed}, with ${bracedNames.join(" and ")} and no other placeholder`
      : allowed,
    (value) =>
      /^(\/(?!\/)|https?:\/\/.)/.test(value) &&
      (value.match(/\{[^}]*\}?/g) ?? []).every((placeholder) => bracedNames.includes(placeholder)),
  );
}

const clubPageVariable = () => pathOrUrlVariable("locale", "country").optional();
const legalTextVariable = () => pathOrUrlVariable("locale", "country", "key").optional();

/** Accepts an IP address or a host name. A host name's last label must begin with a letter (RFC 1123, section 2.1). */
function listenHostVariable(fallback: string) {
  const isName = (value: string) => /^(?:[a-z\d-]+\.)*[a-z][a-z\d-]*$/i.test(value);
  return textVariable(
    "an address of this machine like 127.0.0.1, 0.0.0.0 for all of them, or a name like localhost",
    (value) => isIP(value) > 0 || isName(value),
  ).default(fallback);
}

function hostsVariable() {
  return textVariable("host names separated by commas", (value) =>
    /^[\w.*:-]+(\s*,\s*[\w.*:-]+)*$/.test(value),
  )
    .transform((value) => value.split(/\s*,\s*/))
    .default([]);
}

/** The values that RFC 9116, section 2.5.3, allows in "Contact:". */
function contactsVariable() {
  return textVariable(
    "mailto:, https: or tel: addresses like mailto:security@club.example, separated by commas",
    (value) =>
      value.split(",").every((contact) => /^(?:mailto:\S+@|tel:\+|https:\/\/)\S+$/.test(contact.trim())),
  )
    .transform((value) => value.split(",").map((contact) => contact.trim()))
    .default([]);
}

const portDescription = "a port number from 0 to 65535";
const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65535;
const cookieName = "a cookie name: letters, digits and . _ - (RFC 6265)";

/** The schema of a tag manager's container id. */
export const containerId = textVariable("an identifier like GTM-ABC123", (value) =>
  /^GTM-[A-Z0-9]{1,20}$/.test(value),
);

/** All variables of docs/operate/configuration.md. An empty variable counts as not set. */
export const variablesSchema = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"], { error: "production, development or test" })
    .default("development"),
  PORT: textVariable(portDescription, isPort).transform(Number).default(3000),
  HOST: listenHostVariable("0.0.0.0"),
  BRAND_NAME: textVariable(
    "1 to 40 characters",
    (value) => value.trim() !== "" && value.length <= 40,
  ).default("Velvetgate"),
  BASE_PATH: textVariable("empty, or a path like /acquisition", (value) =>
    /^(\/[a-z0-9-]+)+$/.test(value),
  ).default(""),
  PUBLIC_ORIGIN: textVariable(
    "an origin like https://club.example, without a path",
    (value) => /^https?:\/\//.test(value) && URL.canParse(value) && new URL(value).origin === value,
  ).optional(),
  SESSION_SECRET: sessionSecretVariable.optional(),
  TRUST_PROXY: integerVariable(0, 10, 0),
  REDIS_URL: redisVariable.optional(),
  ACQ_GRAPHQL_URL: urlVariable("http", "https").optional(),
  ACQ_SUBSCRIPTION_URL: urlVariable("ws", "wss").optional(),
  ACQ_TIMEOUT_MS: integerVariable(100, 300_000, 30_000),
  ACQ_EMBEDDED: booleanVariable(false),
  ACQ_EMBEDDED_PORT: textVariable(portDescription, isPort).transform(Number).default(9090),
  ACQ_EMBEDDED_DATA: z.string().default("data/acq.sqlite"),
  ACQ_EMBEDDED_FAULTS: booleanVariable(false),
  ACQ_EMBEDDED_PUBLIC: booleanVariable(false),
  SMTP_URL: urlVariable("smtp", "smtps").optional(),
  TOKEN_COOKIE: textVariable(cookieName, (value) => /^[\w.-]+$/.test(value)).default("auth.token"),
  TOKEN_PREFIX: textVariable("one word", (value) => /^\w+$/.test(value)).default("Bearer"),
  LOGIN_URL: clubPageVariable(),
  SHOP_URL: clubPageVariable(),
  PASSWORD_RESET_URL: clubPageVariable(),
  CUSTOMER_SERVICE_URL: clubPageVariable(),
  ABOUT_URL: clubPageVariable(),
  JOBS_URL: clubPageVariable(),
  PRIVACY_URL: legalTextVariable(),
  TERMS_URL: legalTextVariable(),
  IMPRINT_URL: clubPageVariable(),
  SUSTAINABILITY_URL: clubPageVariable(),
  /**
   * The front end does not use FRONT_END_URL; only the standalone acq does. The front end validates it too, because
   * both may share one environment.
   */
  FRONT_END_URL: urlVariable("http", "https").optional(),
  DEFAULTS_URL: urlVariable("http", "https").optional(),
  ACQ_ALLOWED_HOSTS: hostsVariable(),
  CSP_SCRIPT_HOSTS: hostsVariable(),
  CSP_CONNECT_HOSTS: hostsVariable(),
  CSP_IMG_HOSTS: hostsVariable(),
  CSP_FRAME_HOSTS: hostsVariable(),
  SALUTATION_OPTIONAL: booleanVariable(false),
  GTM_CONTAINER_ID: containerId.optional(),
  CONSENT_SCRIPT_URL: pathOrUrlVariable().default("/entrance/cmp/js/cmp_min.js"),
  FEATURES: featuresVariable,
  FEATURES_URL: urlVariable("http", "https").optional(),
  FEATURES_CLIENT_KEY: textVariable("letters, digits, hyphens and underscores", (value) =>
    /^[\w-]+$/.test(value),
  ).optional(),
  FEATURES_DECRYPTION_KEY: z.string().optional(),
  FEATURES_REMOTE_EVAL: booleanVariable(false),
  SENTRY_DSN: textVariable("a Sentry DSN like https://key@sentry.example/1", (value) =>
    /^https?:\/\/\w+(?::\w+)?@[\w.-]+(?::\d+)?(?:\/[\w.-]+)*\/\d+$/.test(value),
  ).optional(),
  ENVIRONMENT: z.string().default("local"),
  RELEASE: z.string().optional(),
  FORM_MIN_SECONDS: integerVariable(0, 60, 2),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "fatal, error, warn, info, debug, trace or silent",
    })
    .default("info"),
  MAINTENANCE: booleanVariable(false),
  HSTS: z.enum(["off", "host", "subdomains"], { error: "off, host or subdomains" }).optional(),
  METRICS_PORT: textVariable(portDescription, isPort).transform(Number).optional(),
  METRICS_HOST: listenHostVariable("127.0.0.1"),
  SECURITY_CONTACT: contactsVariable(),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlVariable("http", "https").optional(),
  OTEL_EXPORTER_OTLP_HEADERS: textVariable("pairs like key=value separated by commas", (value) =>
    value.split(",").every((pair) => /^\s*[\w-]+\s*=.+$/.test(pair)),
  )
    .transform((value) => Object.fromEntries(value.split(",").map(headerEntry)))
    .default({}),
  OTEL_SERVICE_NAME: z.string().default("velvetgate"),
  OTEL_TRACES_SAMPLER_ARG: textVariable(
    "a number from 0 to 1",
    (value) => /^(?:0|1|[01]?\.\d+)$/.test(value) && Number(value) <= 1,
  )
    .transform(Number)
    .default(1),
  TRUST_TRACEPARENT: booleanVariable(false),
  CLOCK: textVariable(
    "an ISO 8601 date and time, outside production only",
    (value) => !Number.isNaN(Date.parse(value)),
  )
    .transform((value) => new Date(value))
    .optional(),
  LOCALE_DOMAINS: textVariable(
    `pairs like example.de=de separated by commas, of ${localeCodes.join(", ")}`,
    (value) => value.split(",").every(isDomainEntry),
  )
    .transform((value) => new Map(value.split(",").map(domainEntry)))
    .default(new Map()),
});

/**
 * Reads one header from OTEL_EXPORTER_OTLP_HEADERS. Its value is percent-encoded (OpenTelemetry Protocol Exporter,
 * "Specifying headers via environment variables").
 */
function headerEntry(pair: string): [string, string] {
  const equalsIndex = pair.indexOf("=");
  const value = pair.slice(equalsIndex + 1).trim();
  return [pair.slice(0, equalsIndex).trim(), isEncoded(value) ? decodeURIComponent(value) : value];
}

function isEncoded(value: string): boolean {
  return /^(?:[^%]|%[0-7][\dA-Fa-f])*$/.test(value);
}

function domainEntry(pair: string): [string, string] {
  const [host = "", localeCode = ""] = pair.trim().split("=");
  return [host.toLowerCase(), localeCode];
}

function isDomainEntry(pair: string): boolean {
  const [host, localeCode] = domainEntry(pair);
  return /^[\w.-]+$/.test(host) && isLocale(localeCode);
}

export type Variables = z.infer<typeof variablesSchema>;
