import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPersonalAddress } from "~/domain/personal-address";
import { readLinkValue, repairLinkValue } from "~/domain/registration/link-values";
import { createLinkPath } from "~/request/urls.server";
import { damagedCodes, damagedIds } from "../../../tests/support/damaged-links";

const id = "Zk3-_9aQbC7dE0fGhI1jKlM2nOpQrS4t";

const parameterNames = ["rc", "vt", "accountActivationId"] as const;

describe("readLinkValue", () => {
  it.each(damagedIds)("repairs an activation id with %s", (_description, damage) => {
    const query = new URLSearchParams(damage("accountActivationId", id));
    expect(readLinkValue(query, "accountActivationId")).toEqual({ status: "ok", value: id });
  });

  it.each(damagedCodes)("repairs a code with %s", (_description, damage) => {
    const query = new URLSearchParams(damage("rc", "VIP-2026"));
    expect(readLinkValue(query, "rc")).toEqual({ status: "ok", value: "VIP-2026" });
  });

  it.each([
    ["&amp; between the parameters", "rc=VIP2026&amp;vt=mi8vq0ab.aBc-_1"],
    ["&amp;amp; between the parameters", "rc=VIP2026&amp;amp;vt=mi8vq0ab.aBc-_1"],
    ["both parameters in quoted-printable", "rc=3DVIP2026&vt=3Dmi8vq0ab.aBc-_1"],
    ["quoted-printable and HTML", "rc=3DVIP2026&amp;vt=3Dmi8vq0ab.aBc-_1"],
    ["an encoded ampersand", "rc=VIP2026%26vt=mi8vq0ab.aBc-_1"],
    ["an encoded query", "rc%3DVIP2026%26vt%3Dmi8vq0ab.aBc-_1"],
    ["white space before a name", "rc=VIP2026&%20vt=mi8vq0ab.aBc-_1"],
    ["names in capitals", "RC=VIP2026&VT=mi8vq0ab.aBc-_1"],
    ["both parameters twice", "rc=VIP2026&vt=mi8vq0ab.aBc-_1&rc=VIP2026&amp;vt=mi8vq0ab.aBc-_1."],
    ["a full stop at its end", "rc=VIP2026&vt=mi8vq0ab.aBc-_1."],
  ])("reads code and timestamp from a link with %s", (_description, text) => {
    const query = new URLSearchParams(text);
    expect(readLinkValue(query, "rc")).toEqual({ status: "ok", value: "VIP2026" });
    expect(readLinkValue(query, "vt")).toEqual({ status: "ok", value: "mi8vq0ab.aBc-_1" });
  });

  it.each(["", "rc=", "rc=%20", "rc=%E2%80%8B", "src=A", "vt=A", "rc"])("finds no code in %j", (text) => {
    expect(readLinkValue(new URLSearchParams(text), "rc")).toEqual({ status: "none" });
  });

  it.each([
    ["two different codes", "rc=A&rc=B"],
    ["a long text", `rc=${"x".repeat(8192)}`],
    ["more characters than a code has", `rc=${"x".repeat(65)}`],
    ["an accent", "rc=W%C3%89LCOME"],
    ["a sign between its characters", "rc=A%27B"],
    ["a replacement character", "rc=WEL%FFCOME"],
    ["marks alone", "rc=..."],
    ["eleven repetitions", Array.from({ length: 11 }, () => "rc=A").join("&")],
    ["a code and another damaged one", "rc=A&rc=%C3%89"],
  ])("reports a code with %s as damaged", (_description, text) => {
    expect(readLinkValue(new URLSearchParams(text), "rc")).toEqual({ status: "damaged" });
  });

  it.each([
    "{{contact.code}}",
    "{{code}}",
    "{{ code }}",
    "{code}",
    "${code}",
    "@{code}",
    "#{code}",
    "*|CODE|*",
    "%%CODE%%",
    "%%=v(@code)=%%",
    "%CODE%",
    "[[code]]",
    "<%= code %>",
    "$code",
    "null",
    "undefined",
    "[object Object]",
  ])("reports the placeholder of a mailing as damaged: %s", (placeholder) => {
    for (const text of [placeholder, encodeURIComponent(placeholder)]) {
      const query = new URLSearchParams({ rc: text });
      expect(readLinkValue(query, "rc")).toEqual({ status: "damaged" });
    }
  });

  it("reads a code that begins with 3D from a link that the site generated", () => {
    const link = createLinkPath({ code: "3DPRINT", validityTimestamp: "a.b" });
    const { searchParams } = new URL(link, "https://club.example");
    expect(readLinkValue(searchParams, "rc")).toEqual({ status: "ok", value: "3dPRINT" });
  });
});

describe("isPersonalAddress", () => {
  it.each([...damagedIds, ...damagedCodes])(
    "finds a personal value in a URL with %s",
    (_description, damage) => {
      for (const name of parameterNames)
        expect(isPersonalAddress(`https://club.example/de?${damage(name, id)}`)).toBe(true);
    },
  );

  it.each(["?src=A", "?utm_source=rc", "", "?product=rc"])("finds no personal value in %j", (query) => {
    expect(isPersonalAddress(`https://club.example/de${query}`)).toBe(false);
  });
});

describe("repairLinkValue", () => {
  const arbitraryText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(...Array.from("3D=%20&;.-_~\r\n <>\u200b\u00a0Aa9")) }),
  );

  it("leaves a repaired value unchanged", () => {
    fc.assert(
      fc.property(fc.constantFrom(...parameterNames), arbitraryText, (name, text) => {
        const value = repairLinkValue(name, text);
        if (value !== undefined) expect(repairLinkValue(name, value)).toBe(value);
      }),
    );
  });

  it("returns only characters that a code may contain", () => {
    fc.assert(
      fc.property(fc.constantFrom(...parameterNames), arbitraryText, (name, text) => {
        expect(repairLinkValue(name, text) ?? "A").toMatch(/^[A-Za-z0-9._~-]{1,512}$/);
      }),
    );
  });

  it("removes any punctuation and invisible characters around a value", () => {
    const appendedCharacters = Array.from("\u200b\u00ad\u200e\ufeff \u00a0\n.,;:!?)>\"'");
    const addedMarks = fc.string({ unit: fc.constantFrom(...appendedCharacters) });
    const value = fc.stringMatching(/^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,40}[A-Za-z0-9])?$/);
    fc.assert(
      fc.property(value, addedMarks, (text, suffix) => {
        fc.pre(!text.startsWith("3D"));
        expect(
          repairLinkValue("accountActivationId", `${suffix.replaceAll(/[)>]/g, "(")}${text}${suffix}`),
        ).toBe(text);
      }),
    );
  });

  it.each(["=", "%25", "\u0301", "<", "3D", "=20", ".", " "])(
    "returns undefined in linear time for many repetitions of %j",
    (part) => {
      expect(repairLinkValue("rc", part.repeat(100_000))).toBeUndefined();
    },
  );
});
