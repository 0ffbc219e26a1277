import { webAddress } from "~/domain/web-address";
import * as z from "zod";

/** The directives of CSP 3, section 6, and of the specifications that add to it. */
export const directives = [
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
export type Directive = (typeof directives)[number];

/** Keywords that browsers send instead of an address, and schemes of addresses without an origin. */
const keywords = [
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

/** The directive that was violated and what violated it, in few enough values for a log. */
export interface Violation {
  directive: Directive;
  /** A keyword, the origin of an address, or "other". */
  blocked: string;
}

const maxOriginLength = 100;
/** The number of violations that are read from one report: browsers send a few together. */
const maxViolations = 20;

const anyText = z.string().catch("");
/** The body of `report-uri` (CSP 2, section 4.4). */
const single = z.object({
  "csp-report": z.object({
    "effective-directive": anyText,
    "violated-directive": anyText,
    "blocked-uri": anyText,
  }),
});
/** The body of `report-to`: reports of any kind (Reporting API, section 3.4; CSP 3, section 5.2). */
const batch = z.array(z.object({ type: anyText, body: z.unknown() }));
const batchEntry = z.object({ effectiveDirective: anyText, blockedURL: anyText });

/** Returns the violations in a report's body; undefined if the body is no report. */
export function violationsIn(body: unknown): Violation[] | undefined {
  const one = single.safeParse(body);
  if (one.success) {
    const report = one.data["csp-report"];
    return [violation(report["effective-directive"] || report["violated-directive"], report["blocked-uri"])];
  }
  const many = batch.safeParse(body);
  if (!many.success) return undefined;
  return many.data
    .filter(({ type }) => type === "csp-violation")
    .slice(0, maxViolations)
    .map((report) => batchEntry.safeParse(report.body).data)
    .filter((entry) => entry !== undefined)
    .map((entry) => violation(entry.effectiveDirective, entry.blockedURL));
}

/** @param directiveText - the directive; older browsers append its sources */
function violation(directiveText: string, address: string): Violation {
  const [name] = directiveText.split(" ", 1);
  return { directive: directives.find((one) => one === name) ?? "other", blocked: blockedBy(address) };
}

function blockedBy(address: string): string {
  const keyword = (word: string) => keywords.find((one) => one === word);
  const url = webAddress(address);
  if (!url) return keyword(address) ?? "other";
  const { origin, protocol } = url;
  if (origin === "null" || protocol === "blob:") return keyword(protocol.slice(0, -1)) ?? "other";
  return origin.length <= maxOriginLength ? origin : "other";
}
