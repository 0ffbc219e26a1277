import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../run.mjs";

const metricGroups = [
  "landing",
  "form",
  "bytes",
  "registration",
  "lighthouse",
  "start",
  "crowds",
  "memory",
] as const;
export type MetricGroup = (typeof metricGroups)[number];

interface Options {
  selectedGroups: MetricGroup[];
  /** The duration of one round in seconds. The warm-up takes twice as long. */
  seconds: number;
  jsonFile: string;
  /** True to measure only how several instances work together. */
  shouldMeasureInstances: boolean;
}

/** Returns the command line's options. Throws an error with a message of one line for an invalid option. */
export function readOptions(args: string[]): Options {
  const stringOption = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      only: stringOption,
      seconds: stringOption,
      json: stringOption,
      instances: { type: "boolean", default: false },
    },
  });
  const groupNames = values.only?.split(",") ?? [];
  const unknownGroupNames = groupNames.filter((name) => !metricGroups.some((group) => group === name));
  if (unknownGroupNames.length > 0) throw new Error(`--only accepts only ${metricGroups.join(", ")}`);
  const seconds = Number(values.seconds ?? 4);
  if (!(seconds >= 1 && seconds <= 60)) throw new Error("--seconds must be a number from 1 to 60");
  return {
    selectedGroups: metricGroups.filter((group) => groupNames.length === 0 || groupNames.includes(group)),
    seconds,
    shouldMeasureInstances: values.instances,
    jsonFile: values.json ?? join(root, ".cache", "bench.json"),
  };
}
