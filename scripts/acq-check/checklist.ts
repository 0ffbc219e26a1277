/** Thrown for an unexpected response of acq, with the expected and the actual part of the response. */
export class Mismatch extends Error {
  constructor(
    readonly expected: string,
    readonly actual: string,
  ) {
    super(`expected ${expected}, got ${actual}`);
  }
}

/** @param actual - the actual value, which is printed; never a token or a password */
export function expectThat(isMet: boolean, expected: string, actual: unknown): asserts isMet {
  if (!isMet) throw new Mismatch(expected, formatValue(actual));
}

const valuePatternByKind = {
  code: /^[A-Za-z0-9_-]{1,64}$/,
  "activation id": /^[A-Za-z0-9._~-]{1,200}$/,
  timestamp: /^[A-Za-z0-9._~-]{1,512}$/,
};

/** Checks that a value has only characters that links keep, also as the first and the last one (acq.graphql). */
export function expectLinkSafe(value: string, kind: keyof typeof valuePatternByKind): void {
  expectThat(
    valuePatternByKind[kind].test(value),
    `only characters that acq.graphql allows in the ${kind}`,
    "other characters",
  );
  const isLinkSafe = /^[A-Za-z0-9]/.test(value) && /[A-Za-z0-9]$/.test(value) && !value.startsWith("3D");
  expectThat(
    isLinkSafe,
    `a letter or digit at both ends of the ${kind}, and no leading 3D`,
    "other characters",
  );
}

export function hasSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function formatValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** The result of a check, which other checks need, or the reason why there is no result. */
export type Prerequisite<Value> = { ok: true; value: Value } | { ok: false; reason: string };

/** The prerequisite of a check that depends on no other check. */
export const noPrerequisite: Prerequisite<undefined> = { ok: true, value: undefined };

export function combinePrerequisites<One, Other>(
  one: Prerequisite<One>,
  other: Prerequisite<Other>,
): Prerequisite<[One, Other]> {
  if (!one.ok) return one;
  return other.ok ? { ok: true, value: [one.value, other.value] } : other;
}

export type ReportLine = { title: string } & (
  | { outcome: "passed" }
  | { outcome: "failed"; expectedText: string; actualText: string }
  | { outcome: "not checked"; skipReason: string }
);

export interface Checklist {
  lines: readonly ReportLine[];
  /** Runs a check unless the check that it depends on has failed, so that an error is reported once. */
  check: <Needed, Value>(
    title: string,
    dependency: Prerequisite<Needed>,
    runCheck: (value: Needed) => Value | Promise<Value>,
  ) => Promise<Prerequisite<Value>>;
}

export function createChecklist(printLine: (line: ReportLine) => void): Checklist {
  const lines: ReportLine[] = [];

  function addReportLine(line: ReportLine): void {
    lines.push(line);
    printLine(line);
  }

  return {
    lines,
    async check(title, dependency, runCheck) {
      if (!dependency.ok) {
        addReportLine({ title, outcome: "not checked", skipReason: dependency.reason });
        return dependency;
      }
      try {
        const value = await runCheck(dependency.value);
        addReportLine({ title, outcome: "passed" });
        return { ok: true, value };
      } catch (error) {
        if (!(error instanceof Mismatch)) throw error;
        addReportLine({ title, outcome: "failed", expectedText: error.expected, actualText: error.actual });
        return { ok: false, reason: `failed: ${title}` };
      }
    },
  };
}
