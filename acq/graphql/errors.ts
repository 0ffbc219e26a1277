import { GraphQLError } from "graphql";
import { createGraphQLError } from "graphql-yoga";

type ErrorCode = "BAD_USER_INPUT" | "FORBIDDEN" | "IDEMPOTENCY_KEY_REUSED" | "NOT_FOUND";

/** Returns a GraphQL error that callers may see: it never contains a value of the input. */
export function createGraphqlError(errorCode: ErrorCode, message: string): GraphQLError {
  return createGraphQLError(message, { extensions: { code: errorCode } });
}

/**
 * Returns a name for an error that is safe to log: class and code. The error's message may contain a visitor's input.
 */
export function describeErrorName(error: unknown): string {
  if (error instanceof GraphQLError && error.originalError) return describeErrorName(error.originalError);
  if (!(error instanceof Error)) return typeof error;
  const errorCode = "code" in error && typeof error.code === "string" ? ` ${error.code}` : "";
  return `${error.constructor.name}${errorCode}`;
}
