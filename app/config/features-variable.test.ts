import { describe, expect, it } from "vitest";
import { readEnvironment } from "./environment";

function parseFeatures(text: string | undefined) {
  const result = readEnvironment({ ACQ_EMBEDDED: "true", FEATURES: text });
  return result.ok ? result.config.features : result.faults;
}

const defaults = {
  "registration-flow": "default",
  "landing-layout": "right-double-column",
  "signup-steps": "full",
  headline: "default",
  "seasonal-banner": "auto",
  "form-finished-popup": false,
  "registration-extra-fields": false,
};

describe("FEATURES", () => {
  it.each([undefined, ""])("keeps the default value of every feature if the variable is %j", (text) => {
    expect(parseFeatures(text)).toEqual(defaults);
  });

  it.each([
    [
      "landing-layout=only-mobile,signup-steps=short",
      { "landing-layout": "only-mobile", "signup-steps": "short" },
    ],
    ["registration-flow=lean", { "registration-flow": "lean" }],
    ["headline=viralProductShare", { headline: "viralProductShare" }],
    [
      " seasonal-banner=black-friday , form-finished-popup=true",
      { "seasonal-banner": "black-friday", "form-finished-popup": true },
    ],
    ["registration-extra-fields=true,form-finished-popup=false", { "registration-extra-fields": true }],
  ])("changes the features that the variable names, and no others: %j", (text, changedFeatures) => {
    expect(parseFeatures(text)).toEqual({ ...defaults, ...changedFeatures });
  });

  it.each([
    [
      "landing-layout=wide",
      /allowed is one of right-double-column, center-single-column, only-mobile for landing-layout$/,
    ],
    ["form-finished-popup=yes", /allowed is one of false, true for form-finished-popup$/],
    ["headline=", /allowed is one of default, social, viral, viralProductShare, daba for headline$/],
    [
      "colour=red",
      /allowed is pairs like signup-steps=short; the features are registration-flow, .*, registration-extra-fields$/,
    ],
    ["constructor=x", /allowed is pairs like /],
    ["signup-steps", /allowed is one of full, short for signup-steps$/],
    ["signup-steps=short,", /allowed is pairs like /],
    ["signup-steps=short=er", /allowed is one of .* for signup-steps$/],
    ["signup-steps=short,signup-steps=full", /allowed is each feature only once; signup-steps is repeated$/],
    ["registration-flow=lean,landing-layout=wide", /allowed is one of .* for landing-layout$/],
  ])("causes one error, which lists the allowed values, for %j", (text, fault) => {
    expect(parseFeatures(text)).toEqual([expect.stringMatching(fault)]);
    expect(parseFeatures(text)).toEqual([expect.stringContaining(`FEATURES is ${JSON.stringify(text)}; `)]);
  });
});
