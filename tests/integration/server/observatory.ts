/**
 * Returns the score that Mozilla's HTTP Observatory would give a response over TLS ("HTTP Observatory Scoring
 * Methodology", 2025). Bonus points count only if the score is at least 90 without them. Tests that need more than the
 * headers of one response are left out: redirection, script integrity, the preload list.
 *
 * @param cookies - the response's Set-Cookie lines
 */
export function computeScore(headers: ReadonlyMap<string, string>, cookies: readonly string[]): number {
  const scoreModifiers = [
    scorePolicy(headers.get("content-security-policy")),
    scoreFraming(headers),
    scoreCookies(cookies),
    scoreTransport(headers.get("strict-transport-security")),
    scoreReferrer(headers.get("referrer-policy")),
    headers.get("x-content-type-options") === "nosniff" ? 0 : -5,
    headers.get("cross-origin-resource-policy") === "same-origin" ? 10 : 0,
  ];
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const baseScore = 100 + sum(scoreModifiers.filter((modifier) => modifier < 0));
  return baseScore < 90 ? baseScore : baseScore + sum(scoreModifiers.filter((modifier) => modifier > 0));
}

/** Returns the maximum score from headers. Five of these points are for secure cookies. */
export const computeMaxScore = (cookies: readonly string[]) => (cookies.length > 0 ? 135 : 130);

const broadSources = ["*", "http:", "https:", "ftp:", "http://*", "https://*"];

function parseDirectives(policy: string): Map<string, string[]> {
  const directives = policy.split(";").map((directive) => directive.trim().split(/\s+/));
  return new Map(directives.map(([name = "", ...sources]) => [name, sources]));
}

function scorePolicy(policy: string | undefined): number {
  if (policy === undefined) return -25;
  const directives = parseDirectives(policy);
  const readSources = (name: string) => directives.get(name) ?? directives.get("default-src") ?? ["*"];
  const hasSource = (name: string, ...sources: string[]) =>
    readSources(name).some((source) => sources.includes(source));
  const isInsecure = (source: string) => source.startsWith("http:") || source.startsWith("ftp:");

  if (
    hasSource("script-src", ...broadSources, "'unsafe-inline'", "data:") ||
    hasSource("object-src", ...broadSources)
  )
    return -20;
  if ([...directives.values()].flat().some(isInsecure)) return -20;
  if (hasSource("script-src", "'unsafe-eval'") || hasSource("style-src", "'unsafe-eval'")) return -10;
  if (hasSource("style-src", ...broadSources, "'unsafe-inline'", "data:")) return 0;
  return directives.get("default-src")?.join(" ") === "'none'" ? 10 : 5;
}

function scoreFraming(headers: ReadonlyMap<string, string>): number {
  const ancestors = parseDirectives(headers.get("content-security-policy") ?? "").get("frame-ancestors");
  if (ancestors && !ancestors.some((source) => broadSources.includes(source))) return 5;
  return headers.has("x-frame-options") ? 0 : -20;
}

function scoreCookies(cookies: readonly string[]): number {
  if (cookies.length === 0) return 0;
  if (cookies.some((line) => !/; Secure\b/.test(line))) return -5;
  return cookies.every((line) => /; SameSite=(?:Lax|Strict)\b/.test(line)) ? 5 : 0;
}

function scoreTransport(hsts: string | undefined): number {
  const seconds = Number(/max-age=(\d+)/.exec(hsts ?? "")?.[1] ?? 0);
  if (seconds === 0) return -20;
  return seconds >= 15_768_000 ? 0 : -10;
}

const privateReferrerPolicies = [
  "no-referrer",
  "same-origin",
  "strict-origin",
  "strict-origin-when-cross-origin",
];

function scoreReferrer(policy: string | undefined): number {
  if (policy === undefined) return 0;
  return privateReferrerPolicies.includes(policy) ? 5 : -5;
}
