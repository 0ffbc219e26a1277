import { format } from "node:util";
import { afterEach, beforeEach, expect, vi } from "vitest";

let loggedErrors: string[] = [];
let expectedPatterns: RegExp[] = [];

/** Expects that this test logs an error; any other logged error fails the test. */
export function expectConsoleError(pattern: RegExp): void {
  expectedPatterns.push(pattern);
}

beforeEach(() => {
  loggedErrors = [];
  expectedPatterns = [];
  vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => {
    loggedErrors.push(format(...args));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  const unexpectedErrors = loggedErrors.filter(
    (line) => !expectedPatterns.some((pattern) => pattern.test(line)),
  );
  const missingErrors = expectedPatterns.filter(
    (pattern) => !loggedErrors.some((line) => pattern.test(line)),
  );
  expect({ unexpected: unexpectedErrors, missing: missingErrors }).toEqual({ unexpected: [], missing: [] });
});
