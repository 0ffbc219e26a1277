import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { findPromtool } from "../../../scripts/promtool.mjs";
import { withRelevantRules, withRelevantRulesOfFile } from "./relevant-rules";

function runPromtool(...args: string[]): string {
  const program = findPromtool();
  if (program === undefined) throw new Error("There is no promtool: npm test installs it where it can");
  // promtool allocates much memory and keeps little, so rarer garbage collection (GOGC=400) saves a quarter of the
  // time.
  return execFileSync(program, args, { encoding: "utf8", env: { ...process.env, GOGC: "400" } });
}

it("Prometheus accepts the alert rules", () => {
  for (const file of ["alerts", "blackbox", "watchdog"])
    expect(runPromtool("check", "rules", `deploy/prometheus/${file}.yaml`)).toContain("SUCCESS");
});

it("Prometheus accepts the scrape job that probes the public URL", () => {
  const file = "deploy/prometheus/blackbox-scrape.yaml";
  expect(runPromtool("check", "config", "--syntax-only", file)).toContain("SUCCESS");
});

it.each([
  "alerts",
  "long-alerts",
  "code-alerts",
  "lost-codes-alerts",
  "activation-alerts",
  "registration-alerts",
  "visitor-alerts",
  "blackbox-alerts",
  "watchdog-alerts",
])(
  "alerts fire only for the incidents that they describe, at small and large clubs: %s.yaml",
  (name) => {
    withRelevantRulesOfFile(`tests/integration/deploy/${name}.yaml`, (relevantRuleFiles) => {
      expect(runPromtool("test", "rules", ...relevantRuleFiles).match(/SUCCESS/g)).toHaveLength(
        relevantRuleFiles.length,
      );
    });
  },
  600_000,
);

/** Returns a generator of numbers from 0 to 1 that repeats with its seed (mulberry32). */
function createRandom(seed: number): () => number {
  let randomState = seed;
  return () => {
    randomState = (randomState + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(randomState ^ (randomState >>> 15), randomState | 1);
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random count with a Poisson distribution that has this mean. */
function drawRandomCount(mean: number, random: () => number): number {
  if (mean > 50) {
    const normalSample = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.round(mean + normalSample * Math.sqrt(mean)));
  }
  let randomCount = 0;
  for (let elapsedTime = -Math.log(1 - random()); elapsedTime < mean; elapsedTime -= Math.log(1 - random()))
    randomCount += 1;
  return randomCount;
}

const stepMinutes = 5;
const stepsPerDay = (24 * 60) / stepMinutes;
const stepsBetweenMailings = (29 * 60) / stepMinutes;

/**
 * Returns the metrics of two instances over some days. At night, visits drop to a twentieth. The ratio of registrations
 * to visitors varies by up to a fifth from hour to hour, and each count is random. Mailings are 29 hours apart, so that
 * their hour differs.
 *
 * @param hourlyCount - the average number of registrations in an hour of the day
 * @param scannerCount - the number of link scanners that open the links of a mailing within 10 minutes
 */
function createOrdinarySeries(days: number, hourlyCount: number, scannerCount: number, random: () => number) {
  const registrationShare = 0.25;
  const counters = ["one", "two"].map((instance) => ({
    instance,
    invited: [0],
    forms: [0],
    registrations: [0],
  }));
  for (let step = 1; step <= days * stepsPerDay; step += 1) {
    const hourOfDay = ((step * stepMinutes) / 60) % 24;
    const activityFactor = hourOfDay < 7 ? 0.05 : 1 + 0.5 * Math.sin(((hourOfDay - 7) / 17) * Math.PI);
    const hourlyRegistrationShare =
      registrationShare * (1 + 0.2 * Math.sin(Math.floor((step * stepMinutes) / 60) * 2.4));
    for (const { invited, forms, registrations } of counters) {
      const visitors = (hourlyCount / registrationShare / 2) * (stepMinutes / 60) * activityFactor;
      const registrationCount = drawRandomCount(visitors * hourlyRegistrationShare, random);
      const isMailing = step > stepsPerDay && step % stepsBetweenMailings < 2;
      const invitedCount = drawRandomCount(visitors, random) + (isMailing ? scannerCount / 4 : 0);
      invited.push((invited.at(-1) ?? 0) + invitedCount);
      registrations.push((registrations.at(-1) ?? 0) + registrationCount);
      forms.push((forms.at(-1) ?? 0) + registrationCount + drawRandomCount(registrationCount * 0.4, random));
    }
  }
  return counters.flatMap(({ instance: name, invited, forms, registrations }) => {
    const instance = `instance="${name}"`;
    const formLabels = `route="/registration/formstarted",method="POST",status="303"`;
    return [
      { series: `up{job="velvetgate",${instance}}`, values: `1x${days * stepsPerDay}` },
      { series: `velvetgate_invited_total{${instance}}`, values: invited.join(" ") },
      { series: `velvetgate_http_requests_total{${instance},${formLabels}}`, values: forms.join(" ") },
      {
        series: `velvetgate_registrations_total{${instance},outcome="created"}`,
        values: registrations.join(" "),
      },
    ];
  });
}

it("registration alerts do not fire in a week of ordinary visitors and mailings, by day or at night", () => {
  const days = 8;
  const testFile = {
    rule_files: ["alerts.yaml"],
    evaluation_interval: `${stepMinutes}m`,
    tests: [
      { hourlyCount: 2, scannerCount: 0 },
      { hourlyCount: 12, scannerCount: 1000 },
      { hourlyCount: 60, scannerCount: 1000 },
      { hourlyCount: 12_000, scannerCount: 0 },
    ].map(({ hourlyCount, scannerCount }) => ({
      name: `${hourlyCount} registrations an hour, ${scannerCount} scanners`,
      interval: `${stepMinutes}m`,
      input_series: createOrdinarySeries(days, hourlyCount, scannerCount, createRandom(hourlyCount)),
      promql_expr_test: [
        {
          expr: `count_over_time(ALERTS{alertname=~"Velvetgate(Nobody|Fewer)Registers?",alertstate="firing"}[${days}d])`,
          eval_time: `${days}d`,
          exp_samples: [],
        },
      ],
    })),
  };
  withRelevantRules(testFile, "deploy/prometheus", (files) => {
    expect(runPromtool("test", "rules", ...files).match(/SUCCESS/g)).toHaveLength(files.length);
  });
}, 600_000);
