import * as z from "zod";
import { isIP } from "node:net";
import { isLocale, localeCodes } from "~/i18n/locales";
import { featuresVariableSchema } from "./features-variable";
import { decodePercent } from "~/utils/percent-encoding";
import { redisUrlSchema } from "./redis-address";
import { sessionSecretSchema } from "./session-secret";

/**
 * Returns a schema for a variable with a rule. The error message shows `allowedValueDescription`, which describes the
 * rule to operators.
 */
function defineTextVariable(allowedValueDescription: string, isValid: (value: string) => boolean) {
  return z.string().refine(isValid, { error: allowedValueDescription });
}

function defineIntegerVariable(min: number, max: number, fallback: number) {
  const allowedValueDescription = `a whole number from ${min.toString()} to ${max.toString()}`;
  return defineTextVariable(
    allowedValueDescription,
    (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max,
  )
    .transform(Number)
    .default(fallback);
}

function defineBooleanVariable(fallback: boolean) {
  return z
    .enum(["true", "false"], { error: "true or false" })
    .transform((value) => value === "true")
    .default(fallback);
}

function defineUrlVariable(...schemes: string[]) {
  const schemesText = schemes.map((scheme) => `${scheme}://`).join(" or ");
  return defineTextVariable(
    `an absolute URL that starts with ${schemesText}, percent-encoded in UTF-8`,
    (value) =>
      URL.canParse(value) &&
      schemes.includes(new URL(value).protocol.slice(0, -1)) &&
      decodePercent(value) !== null,
  );
}

function definePathOrUrlVariable(...placeholders: string[]) {
  const bracedNames = placeholders.map((name) => `{${name}}`);
  const allowedValueDescription = "a path that starts with / or an http(s) URL";
  return defineTextVariable(
    bracedNames.length > 0
      ? `${allowedValueDescription}, with ${bracedNames.join(" and ")} and no other placeholder`
      : allowedValueDescription,
    (value) =>
      /^(\/(?!\/)|https?:\/\/.)/.test(value) &&
      (value.match(/\{[^}]*\}?/g) ?? []).every((placeholder) => bracedNames.includes(placeholder)),
  );
}

const defineClubPageVariable = () => definePathOrUrlVariable("locale", "country").optional();
const defineLegalTextVariable = () => definePathOrUrlVariable("locale", "country", "key").optional();

/** Accepts an IP address or a host name. A host name's last label must begin with a letter (RFC 1123, section 2.1). */
function defineListenHostVariable(fallback: string) {
  const isHostName = (value: string) => /^(?:[a-z\d-]+\.)*[a-z][a-z\d-]*$/i.test(value);
  return defineTextVariable(
    "an address of this machine like 127.0.0.1, 0.0.0.0 for all of them, or a name like localhost",
    (value) => isIP(value) > 0 || isHostName(value),
  ).default(fallback);
}

function defineHostsVariable() {
  return defineTextVariable("host names separated by commas", (value) =>
    /^[\w.*:-]+(\s*,\s*[\w.*:-]+)*$/.test(value),
  )
    .transform((value) => value.split(/\s*,\s*/))
    .default([]);
}

/** The values that RFC 9116, section 2.5.3, allows in "Contact:". */
function defineContactsVariable() {
  return defineTextVariable(
    "mailto:, https: or tel: addresses like mailto:security@club.example, separated by commas",
    (value) =>
      value.split(",").every((contact) => /^(?:mailto:\S+@|tel:\+|https:\/\/)\S+$/.test(contact.trim())),
  )
    .transform((value) => value.split(",").map((contact) => contact.trim()))
    .default([]);
}

const portDescription = "a port number from 0 to 65535";
const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65535;
const cookieNameDescription = "a cookie name: letters, digits and . _ - (RFC 6265)";

/** The schema of a tag manager's container id. */
export const containerIdSchema = defineTextVariable("an identifier like GTM-ABC123", (value) =>
  /^GTM-[A-Z0-9]{1,20}$/.test(value),
);

/** All variables of docs/operate/configuration.md. An empty variable counts as not set. */
export const variablesSchema = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"], { error: "production, development or test" })
    .default("development"),
  PORT: defineTextVariable(portDescription, isPort).transform(Number).default(3000),
  HOST: defineListenHostVariable("0.0.0.0"),
  BRAND_NAME: defineTextVariable(
    "1 to 40 characters",
    (value) => value.trim() !== "" && value.length <= 40,
  ).default("Velvetgate"),
  BASE_PATH: defineTextVariable("empty, or a path like /acquisition", (value) =>
    /^(\/[a-z0-9-]+)+$/.test(value),
  ).default(""),
  PUBLIC_ORIGIN: defineTextVariable(
    "an origin like https://club.example, without a path",
    (value) => /^https?:\/\//.test(value) && URL.canParse(value) && new URL(value).origin === value,
  ).optional(),
  SESSION_SECRET: sessionSecretSchema.optional(),
  TRUST_PROXY: defineIntegerVariable(0, 10, 0),
  REDIS_URL: redisUrlSchema.optional(),
  ACQ_GRAPHQL_URL: defineUrlVariable("http", "https").optional(),
  ACQ_SUBSCRIPTION_URL: defineUrlVariable("ws", "wss").optional(),
  ACQ_TIMEOUT_MS: defineIntegerVariable(100, 300_000, 30_000),
  ACQ_EMBEDDED: defineBooleanVariable(false),
  ACQ_EMBEDDED_PORT: defineTextVariable(portDescription, isPort).transform(Number).default(9090),
  ACQ_EMBEDDED_DATA: z.string().default("data/acq.sqlite"),
  ACQ_EMBEDDED_FAULTS: defineBooleanVariable(false),
  ACQ_EMBEDDED_PUBLIC: defineBooleanVariable(false),
  SMTP_URL: defineUrlVariable("smtp", "smtps").optional(),
  TOKEN_COOKIE: defineTextVariable(cookieNameDescription, (value) => /^[\w.-]+$/.test(value)).default(
    "auth.token",
  ),
  TOKEN_PREFIX: defineTextVariable("one word", (value) => /^\w+$/.test(value)).default("Bearer"),
  LOGIN_URL: defineClubPageVariable(),
  SHOP_URL: defineClubPageVariable(),
  PASSWORD_RESET_URL: defineClubPageVariable(),
  CUSTOMER_SERVICE_URL: defineClubPageVariable(),
  ABOUT_URL: defineClubPageVariable(),
  JOBS_URL: defineClubPageVariable(),
  PRIVACY_URL: defineLegalTextVariable(),
  TERMS_URL: defineLegalTextVariable(),
  IMPRINT_URL: defineClubPageVariable(),
  SUSTAINABILITY_URL: defineClubPageVariable(),
  /**
   * The site itself does not use FRONT_END_URL; only the standalone acq does. The site validates it too, because the
   * site and acq may share one environment.
   */
  FRONT_END_URL: defineUrlVariable("http", "https").optional(),
  DEFAULTS_URL: defineUrlVariable("http", "https").optional(),
  ACQ_ALLOWED_HOSTS: defineHostsVariable(),
  CSP_SCRIPT_HOSTS: defineHostsVariable(),
  CSP_CONNECT_HOSTS: defineHostsVariable(),
  CSP_IMG_HOSTS: defineHostsVariable(),
  CSP_FRAME_HOSTS: defineHostsVariable(),
  SALUTATION_OPTIONAL: defineBooleanVariable(false),
  GTM_CONTAINER_ID: containerIdSchema.optional(),
  CONSENT_SCRIPT_URL: definePathOrUrlVariable().default("/entrance/cmp/js/cmp_min.js"),
  FEATURES: featuresVariableSchema,
  FEATURES_URL: defineUrlVariable("http", "https").optional(),
  FEATURES_CLIENT_KEY: defineTextVariable("letters, digits, hyphens and underscores", (value) =>
    /^[\w-]+$/.test(value),
  ).optional(),
  FEATURES_DECRYPTION_KEY: z.string().optional(),
  FEATURES_REMOTE_EVAL: defineBooleanVariable(false),
  SENTRY_DSN: defineTextVariable("a Sentry DSN like https://key@sentry.example/1", (value) =>
    /^https?:\/\/\w+(?::\w+)?@[\w.-]+(?::\d+)?(?:\/[\w.-]+)*\/\d+$/.test(value),
  ).optional(),
  ENVIRONMENT: z.string().default("local"),
  RELEASE: z.string().optional(),
  FORM_MIN_SECONDS: defineIntegerVariable(0, 60, 2),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "fatal, error, warn, info, debug, trace or silent",
    })
    .default("info"),
  MAINTENANCE: defineBooleanVariable(false),
  HSTS: z.enum(["off", "host", "subdomains"], { error: "off, host or subdomains" }).optional(),
  METRICS_PORT: defineTextVariable(portDescription, isPort).transform(Number).optional(),
  METRICS_HOST: defineListenHostVariable("127.0.0.1"),
  SECURITY_CONTACT: defineContactsVariable(),
  OTEL_EXPORTER_OTLP_ENDPOINT: defineUrlVariable("http", "https").optional(),
  OTEL_EXPORTER_OTLP_HEADERS: defineTextVariable("pairs like key=value separated by commas", (value) =>
    value.split(",").every((pair) => /^\s*[\w-]+\s*=.+$/.test(pair)),
  )
    .transform((value) => Object.fromEntries(value.split(",").map(parseHeaderEntry)))
    .default({}),
  OTEL_SERVICE_NAME: z.string().default("velvetgate"),
  OTEL_TRACES_SAMPLER_ARG: defineTextVariable(
    "a number from 0 to 1",
    (value) => /^(?:0|1|[01]?\.\d+)$/.test(value) && Number(value) <= 1,
  )
    .transform(Number)
    .default(1),
  TRUST_TRACEPARENT: defineBooleanVariable(false),
  CLOCK: defineTextVariable(
    "an ISO 8601 date and time, outside production only",
    (value) => !Number.isNaN(Date.parse(value)),
  )
    .transform((value) => new Date(value))
    .optional(),
  LOCALE_DOMAINS: defineTextVariable(
    `pairs like example.de=de separated by commas, of ${localeCodes.join(", ")}`,
    (value) => value.split(",").every(isDomainEntry),
  )
    .transform((value) => new Map(value.split(",").map(parseDomainEntry)))
    .default(new Map()),
});

/**
 * Reads one header from OTEL_EXPORTER_OTLP_HEADERS. The header's value is percent-encoded (OpenTelemetry Protocol
 * Exporter, "Specifying headers via environment variables").
 */
function parseHeaderEntry(pair: string): [string, string] {
  const equalsIndex = pair.indexOf("=");
  const value = pair.slice(equalsIndex + 1).trim();
  return [pair.slice(0, equalsIndex).trim(), isPercentEncoded(value) ? decodeURIComponent(value) : value];
}

function isPercentEncoded(value: string): boolean {
  return /^(?:[^%]|%[0-7][\dA-Fa-f])*$/.test(value);
}

function parseDomainEntry(pair: string): [string, string] {
  const [host = "", localeCode = ""] = pair.trim().split("=");
  return [host.toLowerCase(), localeCode];
}

function isDomainEntry(pair: string): boolean {
  const [host, localeCode] = parseDomainEntry(pair);
  return /^[\w.-]+$/.test(host) && isLocale(localeCode);
}

export type Variables = z.infer<typeof variablesSchema>;
