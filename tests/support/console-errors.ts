import { format } from "node:util";
import { afterEach, beforeEach, expect, vi } from "vitest";

let loggedErrors: string[] = [];
let expected: RegExp[] = [];

/** Expects that this test logs an error; any other logged error fails the test. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}

beforeEach(() => {
  loggedErrors = [];
  expected = [];
  vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => {
    loggedErrors.push(format(...args));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  const unexpected = loggedErrors.filter((line) => !expected.some((pattern) => pattern.test(line)));
  const missing = expected.filter((pattern) => !loggedErrors.some((line) => pattern.test(line)));
  expect({ unexpected, missing }).toEqual({ unexpected: [], missing: [] });
});
