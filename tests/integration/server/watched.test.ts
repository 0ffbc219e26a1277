import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { freePort } from "../../support/free-port";
import { type HaproxyServer, startHaproxy } from "../../support/haproxy";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { filledForm, createHttpVisitor } from "./http-visitor";

const readProjectFile = (path: string) => readFileSync(join(import.meta.dirname, "../../..", path), "utf8");

const recordSchema = z.object({ record: z.string(), expr: z.string() });
const alertSchema = z.object({
  alert: z.string(),
  expr: z.string(),
  labels: z.object({ severity: z.enum(["critical", "warning"]) }),
  annotations: z.object({ summary: z.string(), description: z.string(), runbook: z.string() }),
});
const rulesSchema = z.object({
  groups: z.array(z.object({ rules: z.array(z.union([recordSchema, alertSchema])) })),
});
const { groups } = rulesSchema.parse(parse(readProjectFile("deploy/prometheus/alerts.yaml")));
const rules = groups.flatMap((group) => group.rules);
/**
 * The Prometheus rules for monitoring the site from outside. They read metrics of the blackbox exporter, not of the
 * server.
 */
const blackboxGroups = rulesSchema.parse(parse(readProjectFile("deploy/prometheus/blackbox.yaml"))).groups;
const blackboxAlerts = blackboxGroups
  .flatMap((group) => group.rules)
  .flatMap((rule) => ("alert" in rule ? [rule] : []));
const alerts = rules.flatMap((rule) => ("alert" in rule ? [rule] : []));
const records = rules.flatMap((rule) => ("record" in rule ? [rule] : []));

const rowPanelSchema = z.object({ type: z.literal("row"), title: z.string().min(1) });
const chartPanelSchema = z.object({
  type: z.enum(["timeseries", "stat"]),
  title: z.string().min(1),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string().min(1) }) }),
  targets: z.array(z.object({ expr: z.string().min(1), legendFormat: z.string().min(1) })).min(1),
});
const dashboardSchema = z.object({
  title: z.string(),
  panels: z.array(z.discriminatedUnion("type", [rowPanelSchema, chartPanelSchema])),
});

/**
 * The names of metrics that Prometheus itself creates: `up`, which it has for each job, and the metrics of recording
 * rules.
 */
const builtInMetrics = new Set(["up", ...records.map(({ record }) => record)]);

/** Returns the names of the metrics that a PromQL query reads. */
function metricNamesIn(query: string): string[] {
  const identifiers = query
    .replace(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\b(?:by|on) \([^)]*\)|\boffset \w+/g, "")
    .match(/[a-z_][\w:]*(?!\w*\s*\()/g);
  return (identifiers ?? []).filter((identifier) => !["and", "or", "unless", "by"].includes(identifier));
}

/** Returns the names of the labels in a PromQL query, without those of Prometheus's own metric ALERTS. */
const labelsIn = (query: string) =>
  [
    ...query.replaceAll(/\bALERTS\{[^}]*\}/g, "").matchAll(/(\w+)(?:=~|!~|!=|=)"|\b(?:by|on) \(([^)]*)\)/g),
  ].flatMap(([, one, labelList]) => one ?? (labelList ?? "").split(/,\s*/).filter((label) => label !== ""));

describe("monitoring queries", () => {
  let site: Velvetgate;
  let proxy: HaproxyServer;
  let publishedMetrics = "";
  beforeAll(async () => {
    const port = await freePort();
    // The site publishes the metric about Redis only with REDIS_URL. No server listens on this port.
    const REDIS_URL = `redis://127.0.0.1:${await freePort()}`;
    site = await startVelvetgate({ env: { METRICS_PORT: String(port), REDIS_URL } });
    const visitor = createHttpVisitor(site);
    const form = await visitor.get("/de/registration/formstarted?rc=WELCOME");
    await visitor.post("/de/registration/formstarted", filledForm(form.body, "watched@example.com"));
    await visitor.get("/de/membership-interest");
    for (let attempt = 0; attempt < 11; attempt += 1)
      await visitor.post("/en", { intent: "check-code", registrationCode: `WRONG${attempt}` });
    proxy = await startHaproxy(await freePort(), [
      { port: Number(new URL(site.origin).port), metricsPort: port },
    ]);
    publishedMetrics =
      (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()) + (await proxy.metrics());
  });
  afterAll(() => Promise.all([site.stop(), proxy.stop()]));

  const { panels } = dashboardSchema.parse(JSON.parse(readProjectFile("deploy/grafana/velvetgate.json")));
  const charts = panels.flatMap((panel) => (panel.type === "row" ? [] : [panel]));
  const queries = [
    ...charts.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
    ...alerts.map(({ alert, expr }) => [alert, expr] as const),
    ...records.map(({ record, expr }) => [record, expr] as const),
  ];

  it("include the queries of more than 15 dashboard charts, all with different titles", () => {
    expect(charts.length).toBeGreaterThan(15);
    expect(new Set(charts.map(({ title }) => title)).size).toBe(charts.length);
  });

  it.each(queries)("use only metrics and labels of the server or HAProxy (%s): %s", (_title, query) => {
    const metricNames = metricNamesIn(query);
    expect(metricNames).not.toEqual([]);
    const unknownMetrics = metricNames.filter(
      (name) => !builtInMetrics.has(name) && !new RegExp(`^${name}(?:\\{| )`, "m").test(publishedMetrics),
    );
    expect(unknownMetrics).toEqual([]);
    // Prometheus adds `job` and `instance` to each metric.
    if (metricNames.every((name) => builtInMetrics.has(name))) return;
    const labels = labelsIn(query).filter((label) => !["job", "instance"].includes(label));
    const unknownLabels = labels.filter(
      (label) =>
        !metricNames.some((name) => new RegExp(`^${name}\\{[^}]*\\b${label}="`, "m").test(publishedMetrics)),
    );
    expect(unknownLabels).toEqual([]);
  });
});

describe("front-door check (blackbox exporter)", () => {
  const targetsSchema = z.object({
    targets: z.array(z.string()),
    labels: z.object({ module: z.string() }),
  });
  const [job] = z
    .object({
      scrape_configs: z.tuple([
        z.object({
          static_configs: z.tuple([targetsSchema, targetsSchema]),
        }),
      ]),
    })
    .parse(parse(readProjectFile("deploy/prometheus/blackbox-scrape.yaml"))).scrape_configs;
  const { modules } = z
    .object({
      modules: z.record(
        z.string(),
        z.object({
          http: z.object({
            method: z.string(),
            preferred_ip_protocol: z.string(),
            fail_if_header_matches: z.tuple([z.object({ header: z.string(), regexp: z.string() })]),
            fail_if_header_not_matches: z.tuple([z.object({ header: z.string(), regexp: z.string() })]),
          }),
        }),
      ),
    })
    .parse(parse(readProjectFile("deploy/prometheus/blackbox-exporter.yaml")));
  const method = modules[job.static_configs[0].labels.module]?.http.method ?? "GET";
  const [probe = "", landing = ""] = job.static_configs[0].targets.map((target) => new URL(target).pathname);

  it("requests the pages over IPv4 and over IPv6, each with HEAD", () => {
    const probes = job.static_configs.map(({ labels }) => modules[labels.module]?.http);
    expect(probes).toMatchObject([
      { method: "HEAD", preferred_ip_protocol: "ip4" },
      { method: "HEAD", preferred_ip_protocol: "ip6" },
    ]);
  });

  it("gets 200 from both targets, and 404 from the landing page if BASE_PATH is wrong", async () => {
    const metricsPort = await freePort();
    const site = await startVelvetgate({ env: { METRICS_PORT: String(metricsPort) } });
    const otherSite = await startVelvetgate({ basePath: "/club" });
    onTestFinished(async () => {
      await Promise.all([site.stop(), otherSite.stop()]);
    });
    const [headerCheck] = modules["velvetgate-ip6"]?.http.fail_if_header_not_matches ?? [];
    const [cacheCheck] = modules["velvetgate-ip6"]?.http.fail_if_header_matches ?? [];
    const statusOf = async (url: string) => {
      const { status, headers } = await fetch(url, { method });
      expect(headers.get(headerCheck?.header ?? "")).toMatch(new RegExp(headerCheck?.regexp ?? "no check"));
      expect(headers.get(cacheCheck?.header ?? "no check")).toBeNull();
      return status;
    };
    expect("0").not.toMatch(new RegExp(cacheCheck?.regexp ?? ""));
    expect("10").toMatch(new RegExp(cacheCheck?.regexp ?? "no check"));
    expect(await statusOf(site.origin + probe)).toBe(200);
    expect(await statusOf(site.origin + landing)).toBe(200);
    expect(await statusOf(`${site.origin}/club${landing}`)).toBe(404);
    expect(await statusOf(otherSite.origin + probe)).toBe(200);
    expect(await statusOf(`${otherSite.origin}/club${landing}`)).toBe(200);
    expect(await statusOf(otherSite.origin + landing)).toBe(404);
    // The blackbox exporter probes with HEAD, which the alerts do not count as a visit.
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toContain(`velvetgate_http_requests_total{route="/:slug?",method="HEAD",status="200"} 1`);
    expect(metrics).not.toContain(
      `velvetgate_http_requests_total{route="/:slug?",method="GET",status="200"}`,
    );
  });
});

describe("alert rules", () => {
  const documents = [
    ...["docs/operate/alerts.md", "docs/operate/registration-alerts.md"].map((document) => ({
      document,
      explained: alerts.filter(({ annotations }) => annotations.runbook.startsWith(`${document}#`)),
    })),
    { document: "docs/operate/front-door-alerts.md", explained: blackboxAlerts },
  ];

  it("link to one of the three runbook documents", () => {
    const explainedAlerts = documents.flatMap((documentEntry) => documentEntry.explained);
    expect(explainedAlerts).toHaveLength(alerts.length + blackboxAlerts.length);
  });

  it.each(documents)(
    "have one heading each in $document, in the order of the rules",
    ({ document, explained }) => {
      const alertHeadings = [...readProjectFile(document).matchAll(/^## (Velvetgate\w+)$/gm)].map(
        ([, name]) => name,
      );
      expect(alertHeadings).toEqual(explained.map(({ alert }) => alert));
    },
  );

  it.each(documents.flatMap(({ document, explained }) => explained.map((rule) => ({ document, ...rule }))))(
    "link to the right section of their runbook: $alert",
    ({ document, alert, annotations }) => {
      expect(annotations.runbook).toBe(`${document}#${alert.toLowerCase()}`);
    },
  );
});
