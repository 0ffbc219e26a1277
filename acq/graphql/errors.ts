import type { GraphQLError } from "graphql";
import { createGraphQLError } from "graphql-yoga";

export type ErrorCode = "BAD_USER_INPUT" | "FORBIDDEN" | "IDEMPOTENCY_KEY_REUSED" | "NOT_FOUND";

/** A GraphQL error that a caller may see as it is: never with a value of the input in it. */
export function callError(code: ErrorCode, message: string): GraphQLError {
  return createGraphQLError(message, { extensions: { code } });
}

/** The log's name for an error: its message may hold somebody's values. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = "code" in error && typeof error.code === "string" ? ` ${error.code}` : "";
  return `${error.constructor.name}${code}`;
}
