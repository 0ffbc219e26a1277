import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../run.mjs";

const groups = ["landing", "form", "bytes", "lighthouse", "start", "crowds", "memory"] as const;
export type Group = (typeof groups)[number];

export interface Options {
  selectedGroups: Group[];
  /** The duration of one round in seconds. The warm-up takes twice as long. */
  seconds: number;
  json: string;
  /** True to measure only how several instances work together. */
  instances: boolean;
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
  const names = values.only?.split(",") ?? [];
  const unknownNames = names.filter((name) => !groups.some((group) => group === name));
  if (unknownNames.length > 0) throw new Error(`--only accepts only ${groups.join(", ")}`);
  const seconds = Number(values.seconds ?? 4);
  if (!(seconds >= 1 && seconds <= 60)) throw new Error("--seconds must be a number from 1 to 60");
  return {
    selectedGroups: groups.filter((group) => names.length === 0 || names.includes(group)),
    seconds,
    instances: values.instances,
    json: values.json ?? join(root, ".cache", "bench.json"),
  };
}
