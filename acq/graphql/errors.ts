import { GraphQLError } from "graphql";
import { createGraphQLError } from "graphql-yoga";

export type ErrorCode = "BAD_USER_INPUT" | "FORBIDDEN" | "IDEMPOTENCY_KEY_REUSED" | "NOT_FOUND";

/** Returns a GraphQL error that callers may see: it never contains a value of the input. */
export function callError(code: ErrorCode, message: string): GraphQLError {
  return createGraphQLError(message, { extensions: { code } });
}

/**
 * Returns a name for an error that is safe to log: class and code. The error's message may contain a visitor's input.
 */
export function errorNameOf(error: unknown): string {
  if (error instanceof GraphQLError && error.originalError) return errorNameOf(error.originalError);
  if (!(error instanceof Error)) return typeof error;
  const code = "code" in error && typeof error.code === "string" ? ` ${error.code}` : "";
  return `${error.constructor.name}${code}`;
}
