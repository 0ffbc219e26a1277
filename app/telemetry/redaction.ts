import { isPersonal, withoutPersonalShapes } from "./personal-names";
import { plainError } from "./plain-error";
import { spellingsOf, wellFormed } from "./spellings";

const redacted = "[redacted]";
/** In characters: nobody reads further in a log or a report. */
const longestText = 20_000;
const deepest = 10;

/** Takes people's data out of what is about to leave the process: docs/decisions/reports.md. */
export interface Redactor {
  text: (text: string) => string;
  /** A copy of anything, with the same shape; errors become plain objects. */
  copy: <Value>(value: Value) => Value;
}

/** @param values what a visitor typed, or was given to have it for themselves: made when first needed */
export function redactorFor(values: () => Iterable<string>): Redactor {
  let typed: RegExp | null | undefined;

  function text(given: string): string {
    typed ??= anyOf(values());
    // The margin is cut off afterwards: no value is cut in two before it was looked for.
    const whole = given.length > longestText ? given.slice(0, longestText + 2000) : given;
    return withoutPersonalShapes(typed ? whole.replace(typed, redacted) : whole).slice(0, longestText);
  }

  function copy(value: unknown, above: readonly unknown[]): unknown {
    if (typeof value === "string") return text(value);
    if (typeof value === "function" || typeof value === "symbol") return undefined;
    if (typeof value !== "object" || value === null) return value;
    if (above.includes(value) || above.length > deepest) return "[…]";
    const here = [...above, value];
    if (value instanceof Error) return copy(plainError(value), here);
    if (Array.isArray(value)) return value.map((item) => copy(item, here));
    if (!isPlain(value)) return value instanceof Date ? value.toISOString() : `[${value.constructor.name}]`;
    return Object.fromEntries(
      Object.entries(value).map(([name, held]) => [
        text(name),
        isPersonal(name, held) ? redacted : copy(held, here),
      ]),
    );
  }

  return { text, copy: <Value>(value: Value) => copy(value, []) as Value };
}

/** For what no visitor's request is behind: names and shapes alone. */
export const plainRedactor: Redactor = redactorFor(() => []);

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Longer ones first: one value may be a part of another. */
function anyOf(values: Iterable<string>): RegExp | null {
  const all = new Set<string>();
  for (const value of values) for (const spelling of spellingsOf(value)) all.add(spelling);
  const sorted = [...all].sort((one, other) => other.length - one.length);
  return sorted.length === 0 ? null : new RegExp(sorted.map(escaped).join("|"), "giu");
}

const escaped = (text: string) => wellFormed(text).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
