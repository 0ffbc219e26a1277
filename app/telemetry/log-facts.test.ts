import { expect, it } from "vitest";
import { allowedFields } from "~/telemetry/log-facts";

it("numbers and words of ours are written", () => {
  const facts = {
    status: 503,
    operation: "viewer",
    code: "ECONNREFUSED",
    url: "http://localhost:9090/graphql",
  };
  expect(allowedFields(facts)).toEqual(facts);
  expect(allowedFields({ code: 4400, signal: "SIGKILL", status: null, reason: undefined })).toEqual({
    code: 4400,
    signal: "SIGKILL",
  });
});

it("what no field is made for is not, nor what does not look like it", () => {
  const brought: object = {
    ...{
      email: "zoe@example.com",
      body: "x",
      durationMs: Number.NaN,
      retries: "5",
      kind: { toString: () => "x" },
    },
    ...{ operation: "Zoë Quillane", reason: "a?rc=WELCOME", outcome: "a".repeat(201), signal: "two words" },
  };
  expect(allowedFields(brought)).toEqual({});
});
