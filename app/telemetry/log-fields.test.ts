import { expect, it } from "vitest";
import { pickAllowedFields } from "./log-fields";

it("log fields may contain numbers and values of the expected formats", () => {
  const validFields = {
    status: 503,
    operation: "viewer",
    code: "ECONNREFUSED",
    url: "http://localhost:9090/graphql",
  };
  expect(pickAllowedFields(validFields)).toEqual(validFields);
  expect(pickAllowedFields({ code: 4400, signal: "SIGKILL", status: null, reason: undefined })).toEqual({
    code: 4400,
    signal: "SIGKILL",
  });
});

it("log fields with unknown names or values of an unexpected format are omitted", () => {
  const invalidFields: object = {
    email: "zoe@example.com",
    body: "x",
    durationMs: Number.NaN,
    retries: "5",
    kind: { toString: () => "x" },
    operation: "Zoë Quillane",
    reason: "a?rc=WELCOME",
    outcome: "a".repeat(201),
    signal: "two words",
  };
  expect(pickAllowedFields(invalidFields)).toEqual({});
});
