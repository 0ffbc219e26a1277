import { parseWebUrl } from "~/utils/web-address";
import * as z from "zod";

/** The directives of Content-Security-Policy (CSP 3, section 6), including those that other specifications define. */
const cspDirectives = [
  "base-uri",
  "child-src",
  "connect-src",
  "default-src",
  "font-src",
  "form-action",
  "frame-ancestors",
  "frame-src",
  "img-src",
  "manifest-src",
  "media-src",
  "object-src",
  "require-trusted-types-for",
  "script-src",
  "script-src-attr",
  "script-src-elem",
  "style-src",
  "style-src-attr",
  "style-src-elem",
  "trusted-types",
  "upgrade-insecure-requests",
  "worker-src",
  "other",
] as const;
export type CspDirective = (typeof cspDirectives)[number];

/**
 * Values that a report may contain instead of the blocked URL: keywords of browsers, and schemes of URLs without an
 * origin, such as "data".
 */
const blockedSourceKeywords = [
  "inline",
  "eval",
  "wasm-eval",
  "trusted-types-policy",
  "trusted-types-sink",
  "self",
  "data",
  "blob",
  "about",
  "filesystem",
  "chrome-extension",
  "moz-extension",
  "safari-web-extension",
] as const;

/**
 * A violation of the Content-Security-Policy: the violated directive and the blocked source. Only few distinct values
 * are possible, so that the log stays short.
 */
export interface Violation {
  directive: CspDirective;
  /** A value of `blockedSourceKeywords`, the origin of the blocked URL, or "other". */
  blocked: string;
}

const maxOriginLength = 100;
/** The maximum number of CSP violations that are read from one report. Browsers send only a few at once. */
const maxViolations = 20;

const textOrEmptySchema = z.string().catch("");
/** The body that browsers send to `report-uri` (CSP 2, section 4.4). */
const reportUriSchema = z.object({
  "csp-report": z.object({
    "effective-directive": textOrEmptySchema,
    "violated-directive": textOrEmptySchema,
    "blocked-uri": textOrEmptySchema,
  }),
});
/**
 * The body that browsers send to `report-to`: a list of reports of any type (Reporting API, section 3.4; CSP 3, section
 * 5.2).
 */
const reportToSchema = z.array(z.object({ type: textOrEmptySchema, body: z.unknown() }));
const reportToEntrySchema = z.object({
  effectiveDirective: textOrEmptySchema,
  blockedURL: textOrEmptySchema,
});

/** Returns the violations in a report's body; undefined if the body is not a report of violations. */
export function parseViolations(body: unknown): Violation[] | undefined {
  const reportUriResult = reportUriSchema.safeParse(body);
  if (reportUriResult.success) {
    const report = reportUriResult.data["csp-report"];
    return [
      toViolation(report["effective-directive"] || report["violated-directive"], report["blocked-uri"]),
    ];
  }
  const reportToResult = reportToSchema.safeParse(body);
  if (!reportToResult.success) return undefined;
  return reportToResult.data
    .filter(({ type }) => type === "csp-violation")
    .slice(0, maxViolations)
    .map((report) => reportToEntrySchema.safeParse(report.body).data)
    .filter((entry) => entry !== undefined)
    .map((entry) => toViolation(entry.effectiveDirective, entry.blockedURL));
}

/**
 * Converts one report of a browser to a CSP violation.
 *
 * @param directiveText - the name of the violated directive; older browsers add the directive's sources
 */
function toViolation(directiveText: string, blockedUrl: string): Violation {
  const [name] = directiveText.split(" ", 1);
  return {
    directive: cspDirectives.find((directive) => directive === name) ?? "other",
    blocked: toBlockedSource(blockedUrl),
  };
}

function toBlockedSource(blockedUrl: string): string {
  const findKeyword = (sourceText: string) => blockedSourceKeywords.find((keyword) => keyword === sourceText);
  const url = parseWebUrl(blockedUrl);
  if (!url) return findKeyword(blockedUrl) ?? "other";
  const { origin, protocol } = url;
  if (origin === "null" || protocol === "blob:") return findKeyword(protocol.slice(0, -1)) ?? "other";
  return origin.length <= maxOriginLength ? origin : "other";
}
