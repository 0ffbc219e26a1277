import type { Violation } from "./violation";

/** How many different ones are told of in a minute; all further ones count as one. */
const mostKinds = 20;
const minuteMs = 60_000;

export interface Counted extends Violation {
  count: number;
}

interface Telling {
  tell: (counted: Counted) => void;
  later?: (run: () => void, ms: number) => void;
}

/**
 * Counts violations and tells of each kind once a minute, so that the log stays short whatever is sent.
 *
 * @returns counts one more
 */
export function countViolations({ tell, later = runLater }: Telling): (violation: Violation) => void {
  const counts = new Map<string, Counted>();

  function trackAll(): void {
    for (const counted of counts.values()) tell(counted);
    counts.clear();
  }

  return (violation) => {
    if (counts.size === 0) later(trackAll, minuteMs);
    const isKnown = counts.has(nameOf(violation));
    const kept: Violation = isKnown || counts.size < mostKinds - 1 ? violation : further;
    const count = (counts.get(nameOf(kept))?.count ?? 0) + 1;
    counts.set(nameOf(kept), { ...kept, count });
  };
}

const further: Violation = { directive: "other", blocked: "other" };

function nameOf({ directive, blocked }: Violation): string {
  return `${directive} ${blocked}`;
}

function runLater(run: () => void, ms: number): void {
  setTimeout(run, ms).unref();
}
