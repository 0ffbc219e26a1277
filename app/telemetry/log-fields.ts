import type { AddressInfo } from "node:net";
const numberField = {
  accepts: (value: unknown): value is number => typeof value === "number" && Number.isFinite(value),
};
/** A text of the characters that occur in identifiers, origins and service URLs. */
const identifierField = {
  accepts: (value: unknown): value is string => typeof value === "string" && /^[\w.:/*-]{1,200}$/.test(value),
};
const numberOrWordField = {
  accepts: (value: unknown): value is number | string =>
    numberField.accepts(value) || identifierField.accepts(value),
};

/**
 * The fields that log lines and reports may have. Each contains a number or a text of the program or its operator. No
 * field, including those added later, may contain a visitor's text.
 */
const allowedFields = {
  /** The error reference that a visitor can quote. */
  correlationId: identifierField,
  /** The id of the request that made a call to acq. */
  requestId: identifierField,
  /** The name of a GraphQL operation. */
  operation: identifierField,
  /** `kind`, `outcome` and `reason` each name how an operation ended or failed, with one of a few fixed values. */
  kind: identifierField,
  outcome: identifierField,
  reason: identifierField,
  /** An operating system's error code, or the close code of a WebSocket connection. */
  code: numberOrWordField,
  signal: identifierField,
  feature: identifierField,
  /** The name of an environment variable. */
  variable: identifierField,
  release: identifierField,
  url: identifierField,
  /** A path as `maskPath` in app/request/paths.ts returns it, never the requested path. */
  path: identifierField,
  /** The violated directive of a Content-Security-Policy, and the blocked origin. */
  directive: identifierField,
  blocked: identifierField,
  status: numberField,
  attempts: numberField,
  durationMs: numberField,
  delayMs: numberField,
  /** The port that the process listens on. It distinguishes the instances of a site. */
  port: numberField,
  /** The port of the server that HAProxy checks. */
  checkedPort: numberField,
  retryInMs: numberField,
  busyMs: numberField,
  retries: numberField,
  shed: numberField,
  count: numberField,
  /** The numbers of calls to acq and of connections that a shutdown aborted. */
  callsCutOff: numberField,
  connectionsCutOff: numberField,
};

type FieldValue<Field> = Field extends { accepts: (value: unknown) => value is infer Value } ? Value : never;

export type LogFields = {
  [Name in keyof typeof allowedFields]?: FieldValue<(typeof allowedFields)[Name]> | null | undefined;
} & {
  /** Any thrown value. `readErrorInfo` selects the parts that are logged. */
  err?: unknown;
};

/** A type that accepts string literals only. A text with an inserted value could contain a visitor's input. */
type StringLiteral<Text extends string> =
  Partial<Record<Text, unknown>> extends Record<Text, unknown> ? never : Text;

/**
 * @param fields - the fields of the log line. A field with another name is a type error, even if a variable contains
 *   the fields, because the field would not be logged
 * @param text - the text of the log line, a string literal
 */
export type LogMethod = <Text extends string, Fields extends LogFields>(
  fields: Fields & Record<Exclude<keyof Fields, keyof LogFields>, never>,
  text: StringLiteral<Text> & Text,
) => void;

export type AllowedFields = Record<string, string | number>;

/** Returns the allowed fields of a log line. Each field of the input is read only once. */
export function pickAllowedFields(input: LogFields): AllowedFields {
  const inputValues: Record<string, unknown> = input;
  const pickedFields: AllowedFields = {};
  for (const [name, field] of Object.entries(allowedFields)) {
    const value = inputValues[name];
    if (field.accepts(value)) pickedFields[name] = value;
  }
  return pickedFields;
}

/** Returns the port that a server listens on, for the log. */
export function readPort(address: AddressInfo | string | null): number | undefined {
  return typeof address === "object" ? address?.port : undefined;
}
