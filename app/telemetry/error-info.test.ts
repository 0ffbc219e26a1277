import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readErrorInfo, buildRelativePath } from "./error-info";

class ClubError extends Error {}

/** Returns an error with a stack in V8's format, with these lines as frames. */
function createErrorWithStack(lines: string[], message = "no such Quillane"): Error {
  const error = new ClubError(message);
  error.stack = `Error: ${message}\n${lines.map((line) => `    at ${line}`).join("\n")}`;
  return error;
}

describe("logged error info", () => {
  it("contains class, system code and status, but no message", () => {
    const [facts] = readErrorInfo(
      Object.assign(new ClubError("Quillane"), {
        code: "ECONNREFUSED",
        status: 502,
        request: { email: "Quillane" },
      }),
    );
    expect(facts).toMatchObject({ type: "ClubError", code: "ECONNREFUSED", status: 502 });
    expect(JSON.stringify(facts)).not.toContain("Quillane");
  });

  it.each([
    ["an error code that is a registration code", { code: "EXPIRED" }],
    ["an unknown error name", { name: "Quillane" }],
    ["a status that is not a number", { status: "Quillane" }],
  ])("omits %s", (_description, properties) => {
    const errorInfo = readErrorInfo(Object.assign(new ClubError("x"), properties));
    expect(errorInfo[0]).toEqual({ type: "ClubError", frames: errorInfo[0]?.frames });
  });

  it.each<[string, unknown, string]>([
    ["a text", "Quillane", "string"],
    ["an undefined value", undefined, "undefined"],
    ["null", null, "null"],
    ["a response", new Response("Quillane"), "Response"],
    ["an object with a property named constructor", { constructor: { name: "Quillane" } }, "Object"],
    ["an object without a prototype", Object.create(null), "Object"],
    ["an abort", new DOMException("Quillane", "AbortError"), "AbortError"],
    ["an exception with an unknown name", new DOMException("x", "Quillane"), "DOMException"],
  ])("contains the type of %s", (_description, thrownValue, type) => {
    expect(readErrorInfo(thrownValue)).toEqual([expect.objectContaining({ type })]);
  });

  it("includes the error and its causes, each once and at most six in total", () => {
    const cause = new TypeError("behind it");
    const error = new AggregateError([cause, new RangeError("x")], "all", { cause });
    Object.assign(cause, { cause: error });
    expect(readErrorInfo(error).map(({ type }) => type)).toEqual([
      "AggregateError",
      "TypeError",
      "RangeError",
    ]);
    const aggregateError = new AggregateError(Array.from({ length: 100 }, () => new Error("x")));
    expect(readErrorInfo(aggregateError)).toHaveLength(6);
  });

  it('has the type "unknown" if the error cannot be inspected', () => {
    const uninspectableError = new Proxy(new Error("x"), {
      getPrototypeOf() {
        throw new Error("no");
      },
    });
    expect(readErrorInfo(uninspectableError)).toEqual([{ type: "unknown", frames: [] }]);
  });
});

describe("stack frames", () => {
  it("contain the file path in the build", () => {
    const error = createErrorWithStack([
      "readDraft (file:///srv/site/build/server.js:12:3)",
      "async Promise.all (index 0)",
      "Object.loader [as Quillane] (/srv/site/build/chunks/a-B1.js:1:22)",
      "new Client (/srv/node_modules/pkg/index.js:4:5)",
      "node:internal/process/task_queues:95:5",
      "https://club.example/acquisition/assets/page-x1.js:1:200",
    ]);
    expect(readErrorInfo(error)[0]?.frames).toEqual([
      { function: "readDraft", file: "app:///server.js", line: 12, column: 3 },
      { function: "Object.loader", file: "app:///chunks/a-B1.js", line: 1, column: 22 },
      { function: "Client", file: "app:///node_modules/pkg/index.js", line: 4, column: 5 },
      { file: "node:internal/process/task_queues", line: 95, column: 5 },
      { file: "app:///assets/page-x1.js", line: 1, column: 200 },
    ]);
  });

  it.each([
    "https://club.example/de/spring-party",
    "https://club.example/s/eyJhbGciOiJkaXIifQ.abc",
    "https://elsewhere.example/quillane.js",
    "/home/quillane/x.js",
    "assets/quillane",
    "node:Quillane was here",
  ])("exclude files that are not part of the build: %s", (path) => {
    expect(buildRelativePath(path)).toBeUndefined();
  });

  it("exclude lines of the error message that look like stack frames", () => {
    const message = "a\n    at quillane (file:///srv/site/build/server.js:1:1)";
    const errorInfo = readErrorInfo(createErrorWithStack(["loader (/srv/site/build/site.js:7:7)"], message));
    expect(errorInfo[0]?.frames).toEqual([
      { function: "loader", file: "app:///site.js", line: 7, column: 7 },
    ]);
  });

  it("do not appear if the error's message was changed after the error was created", () => {
    const error = createErrorWithStack(["loader (/srv/site/build/site.js:7:7)"]);
    error.message = "another";
    expect(readErrorInfo(error)[0]?.frames).toEqual([]);
  });

  it("contain no part of the error's message, name or code", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 200 }), (text) => {
        const sensitiveText = `Quillane${text}Quillane`;
        const error = Object.assign(new Error(sensitiveText, { cause: sensitiveText }), {
          name: sensitiveText,
          code: sensitiveText,
          status: sensitiveText,
        });
        expect(JSON.stringify(readErrorInfo(error))).not.toContain("Quillane");
      }),
    );
  });
});
