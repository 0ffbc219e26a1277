import type { AddressInfo } from "node:net";
const number = {
  accepts: (value: unknown): value is number => typeof value === "number" && Number.isFinite(value),
};
/** The characters of identifiers, origins and service addresses. */
const word = {
  accepts: (value: unknown): value is string => typeof value === "string" && /^[\w.:/*-]{1,200}$/.test(value),
};
const numberOrWord = {
  accepts: (value: unknown): value is number | string => number.accepts(value) || word.accepts(value),
};

/**
 * The fields that log lines and reports may have: numbers, and texts of this program or its operator. No field ever
 * gets a visitor's text; keep that true for new ones.
 */
const fields = {
  /** The reference that a visitor can quote. */
  correlationId: word,
  /** The id of the request that made a call to acq. */
  requestId: word,
  /** The name of a GraphQL operation. */
  operation: word,
  /** One of a few ways in which it ended or failed. */
  kind: word,
  outcome: word,
  reason: word,
  /** A system's code, or the close code of a connection. */
  code: numberOrWord,
  signal: word,
  feature: word,
  /** A variable of the configuration. */
  variable: word,
  release: word,
  url: word,
  /** The form that app/request/paths.ts shows, never the requested one. */
  path: word,
  /** The directive of a Content-Security-Policy, and the origin that it blocked. */
  directive: word,
  blocked: word,
  status: number,
  attempts: number,
  durationMs: number,
  delayMs: number,
  /** The port of the process, which distinguishes instances. */
  port: number,
  retryInMs: number,
  waitMs: number,
  retries: number,
  shed: number,
  count: number,
  /** Counted at the end of the process. */
  callsCutOff: number,
  connectionsCutOff: number,
};

type FieldValue<Field> = Field extends { accepts: (value: unknown) => value is infer Value } ? Value : never;

export type LogFields = {
  [Name in keyof typeof fields]?: FieldValue<(typeof fields)[Name]> | null | undefined;
} & {
  /** An error of any kind; `errorFacts` decides which parts are logged. */
  err?: unknown;
};

/** Accepts literal texts only: a text with a value in it could contain a visitor's input. */
type Literal<Text extends string> =
  Partial<Record<Text, unknown>> extends Record<Text, unknown> ? never : Text;

/**
 * @param fields - the fields of the line
 * @param text - a literal
 */
export type LogMethod = <Text extends string>(fields: LogFields, text: Literal<Text> & Text) => void;

export type AllowedFields = Record<string, string | number>;

/** Returns the allowed fields, each read once. */
export function allowedFields(input: LogFields): AllowedFields {
  const values: Record<string, unknown> = input;
  const allowed: AllowedFields = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (field.accepts(value)) allowed[name] = value;
  }
  return allowed;
}

/** The port of an address that a server listens at, as its line of the log names it. */
export function portOf(address: AddressInfo | string | null): number | undefined {
  return typeof address === "object" ? address?.port : undefined;
}
