import { format } from "node:util";
import { afterEach, beforeEach, expect, vi } from "vitest";

let seen: string[] = [];
let expected: RegExp[] = [];

/** Expects that this test logs an error; any other logged error fails the test. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}

beforeEach(() => {
  seen = [];
  expected = [];
  vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => {
    seen.push(format(...args));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  const unexpected = seen.filter((line) => !expected.some((pattern) => pattern.test(line)));
  const missing = expected.filter((pattern) => !seen.some((line) => pattern.test(line)));
  expect({ unexpected, missing }).toEqual({ unexpected: [], missing: [] });
});
