import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAuthorizationHeader } from "~/acq/request-headers.server";

describe("Authorization header (docs/develop/acq-protocol.md#requests)", () => {
  it.each([
    ["a bare token", "abc.def", "Bearer abc.def"],
    ["a token with the prefix Bearer", "Bearer abc", "Bearer abc"],
    ["a token with another prefix", "Token abc", "Token abc"],
    ["a prefix with digits and underscores", "v2_1 abc", "v2_1 abc"],
    ["a text before a space that is not a prefix", "a.b c", "Bearer a.b c"],
    ["a prefix without a space", "Bearer", "Bearer Bearer"],
    ["a space at its beginning", " abc", "Bearer  abc"],
  ])("normalizes %s", (_, token, header) => {
    expect(createAuthorizationHeader(token, "Bearer")).toBe(header);
  });

  it.each([
    ["no token", undefined],
    ["an empty token", ""],
    ["a line break with a second header", "abc\r\nX-Role: admin"],
    ["a character that headers cannot contain", "abc\u00e9"],
    ["a text longer than any token", "a".repeat(4097)],
  ])("stays unset if the token is: %s", (_, token) => {
    expect(createAuthorizationHeader(token, "Bearer")).toBeUndefined();
  });

  it("begins with the configured prefix, which is never added twice", () => {
    const arbitraryWord = fc.stringMatching(/^\w{1,12}$/);
    const token = fc.stringMatching(/^[\x21-\x7e]{1,40}$/);
    fc.assert(
      fc.property(arbitraryWord, arbitraryWord, token, (prefix, ownPrefix, text) => {
        expect(createAuthorizationHeader(text, prefix)).toBe(`${prefix} ${text}`);
        expect(createAuthorizationHeader(`${ownPrefix} ${text}`, prefix)).toBe(`${ownPrefix} ${text}`);
      }),
    );
  });
});
