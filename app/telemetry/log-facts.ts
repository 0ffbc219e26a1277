import type { AddressInfo } from "node:net";
const number = {
  holds: (value: unknown): value is number => typeof value === "number" && Number.isFinite(value),
};
/** The signs of identifiers, origins and addresses of services. */
const word = {
  holds: (value: unknown): value is string => typeof value === "string" && /^[\w.:/*-]{1,200}$/.test(value),
};
const numberOrWord = {
  holds: (value: unknown): value is number | string => number.holds(value) || word.holds(value),
};

/**
 * All that a line of the log, and its report, may say besides its own text: numbers, and words that this program or its
 * operator chose. None of these fields is ever given what a visitor typed: a new one is added here with that in mind.
 */
const fields = {
  /** The number that a visitor can quote. */
  correlationId: word,
  /** Of the request that made a call to acq, whose own number stands before it. */
  requestId: word,
  /** Of GraphQL. */
  operation: word,
  /** Which of a few ways it ended in, or failed for. */
  kind: word,
  outcome: word,
  reason: word,
  /** A system's code, or the close code of a connection. */
  code: numberOrWord,
  signal: word,
  feature: word,
  /** Of the operator's configuration. */
  variable: word,
  release: word,
  url: word,
  /** As app/request/paths.ts shows it, never as it was asked for. */
  path: word,
  /** Of a Content-Security-Policy: its directive, and the origin that it kept out. */
  directive: word,
  blocked: word,
  status: number,
  attempts: number,
  durationMs: number,
  delayMs: number,
  /** The process's own, which tells one instance from another. */
  port: number,
  retryInMs: number,
  waitMs: number,
  retries: number,
  shed: number,
  count: number,
  /** At the end of the process. */
  callsCutOff: number,
  connectionsCutOff: number,
};

type Held<Field> = Field extends { holds: (value: unknown) => value is infer Value } ? Value : never;

export type LogFacts = { [Name in keyof typeof fields]?: Held<(typeof fields)[Name]> | null | undefined } & {
  /** An error of any kind; `errorFacts` tells what is written of it. */
  err?: unknown;
};

/** Of a text with a value in it there is no type: what a visitor typed reaches the log neither so nor in a fact. */
type Literal<Text extends string> =
  Partial<Record<Text, unknown>> extends Record<Text, unknown> ? never : Text;

/**
 * @param facts what a line says besides its text
 * @param text a literal
 */
export type LogMethod = <Text extends string>(facts: LogFacts, text: Literal<Text> & Text) => void;

export type AllowedFacts = Record<string, string | number>;

/** The facts that may be written, each looked at once, whatever else came along. */
export function allowedFacts(facts: LogFacts): AllowedFacts {
  const given: Record<string, unknown> = facts;
  const allowed: AllowedFacts = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name];
    if (field.holds(value)) allowed[name] = value;
  }
  return allowed;
}

/** The port of an address that a server listens at, as its line of the log names it. */
export function portOf(address: AddressInfo | string | null): number | undefined {
  return typeof address === "object" ? address?.port : undefined;
}
