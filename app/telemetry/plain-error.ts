const mostCauses = 5;

/**
 * What is told of an error: its kind, message, stack, code and what is behind it. Nothing else that hangs on it: an
 * HTTP client's error brings its whole request along.
 */
export function plainError(error: unknown, behind = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { message, stack, cause } = error;
  const has = (name: string): unknown => (name in error ? Reflect.get(error, name) : undefined);
  const code = has("code");
  const status = has("status");
  return {
    type: error.name,
    message,
    stack,
    ...((typeof code === "string" || typeof code === "number") && { code }),
    ...(typeof status === "number" && { status }),
    ...(cause !== undefined && behind < mostCauses && { cause: plainError(cause, behind + 1) }),
    ...(error instanceof AggregateError &&
      behind < mostCauses && {
        errors: error.errors.slice(0, mostCauses).map((one) => plainError(one, behind + 1)),
      }),
  };
}
