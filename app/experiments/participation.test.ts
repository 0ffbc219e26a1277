import { afterEach, describe, expect, it } from "vitest";
import { choicesByFeature, featureNames } from "~/config/features-variable";
import features from "~/experiments/features.json";
import {
  createVisitorRequest,
  createTestExperiments,
  cookiesWithoutConsent,
  readVisitorCookie,
} from "../../tests/support/test-experiments";
import { readVisitor, serializeVisitor } from "~/experiments/visitor-cookie";

const closeFunctions: (() => void)[] = [];
afterEach(() => {
  for (const closeExperiments of closeFunctions.splice(0)) closeExperiments();
});

function startExperiments(environment: Record<string, string> = {}) {
  const { experiments: made } = createTestExperiments(environment);
  closeFunctions.push(() => made.close());
  return made;
}

describe("features file", () => {
  it("contains every feature with its default and choices", () => {
    expect(Object.keys(features.features)).toEqual(featureNames);
    for (const [name, { defaultValue, rules }] of Object.entries(features.features)) {
      const choices = Object.entries(choicesByFeature).find(([feature]) => feature === name)?.[1];
      expect(rules.map(({ variations }) => variations.map(String))).toEqual([choices]);
      expect(String(defaultValue)).toBe(choices?.[0]);
    }
  });

  it.each(featureNames)(
    "assigns the variations of %s to consenting visitors of the matching campaign",
    (name) => {
      const { chooseVariants } = startExperiments();
      const campaign = `try-${name}`;
      const layouts = new Set<unknown>();
      for (let visitor = 0; visitor < 60; visitor += 1) {
        const chosenVariants = chooseVariants(createVisitorRequest({}, { campaign }));
        expect(chosenVariants.newAssignments.map(({ experiment }) => experiment)).toEqual([name]);
        layouts.add(String(chosenVariants.features[name]));
        // The next page has no campaign in its address, but keeps the assigned variation.
        const nextVariants = chooseVariants(createVisitorRequest(readVisitorCookie(chosenVariants)));
        expect(nextVariants).toMatchObject({
          features: chosenVariants.features,
          newAssignments: [],
          visitorCookie: undefined,
        });
      }
      expect([...layouts].sort()).toEqual([...choicesByFeature[name]].sort());
      expect(chooseVariants(createVisitorRequest()).newAssignments).toEqual([]);
      const variantsWithoutConsent = chooseVariants(
        createVisitorRequest(cookiesWithoutConsent, { campaign }),
      );
      expect([String(variantsWithoutConsent.features[name]), variantsWithoutConsent.visitorCookie]).toEqual([
        choicesByFeature[name][0],
        undefined,
      ]);
    },
  );

  it("does not override a feature that the operator has set", () => {
    const { chooseVariants } = startExperiments({ FEATURES: "registration-flow=lean,headline=default" });
    for (let visitor = 0; visitor < 20; visitor += 1)
      for (const campaign of ["try-registration-flow", "try-headline"]) {
        const { features: seen, newAssignments } = chooseVariants(createVisitorRequest({}, { campaign }));
        expect([seen["registration-flow"], seen.headline, newAssignments]).toEqual(["lean", "default", []]);
      }
  });
});

describe("visitor cookie", () => {
  const cookiesWithAssignments = {
    visitor: serializeVisitor({
      id: "0123456789abcdef",
      assignedVariations: { headline__0: "viral" },
      values: {},
    }),
  };

  it("requires consent to analytics and a page with experiments, and lasts a year", () => {
    const { chooseVariants } = startExperiments({ PUBLIC_ORIGIN: "https://club.example" });
    const chooseVariantsWithConsent = (consent: string, otherCookies = {}) =>
      chooseVariants(createVisitorRequest({ "__Host-consent": consent }, otherCookies));
    expect(chooseVariantsWithConsent("a1m0").visitorCookie?.value).toMatch(
      /^__Host-visitor=[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    for (const consent of ["", "a0m1", "a1", "a1m0 ", "true"])
      expect(chooseVariantsWithConsent(consent).visitorCookie).toBeUndefined();
    expect(chooseVariantsWithConsent("a1m1", { hasExperiments: false }).visitorCookie).toBeUndefined();
    expect(chooseVariantsWithConsent("a1m1", { canCreateVisitor: false }).visitorCookie).toBeUndefined();
  });

  it("disappears, together with its assignments, when consent is withdrawn", () => {
    const chosenVariants = startExperiments().chooseVariants(
      createVisitorRequest({ ...cookiesWithAssignments, ...cookiesWithoutConsent }),
    );
    expect(chosenVariants.visitorCookie?.isDeletion).toBe(true);
    expect(chosenVariants.visitorCookie?.value).toMatch(/^visitor=; Max-Age=0;/);
    expect(chosenVariants.features.headline).toBe("default");
  });

  it("changes only if a page assigns a new variation, and keeps the earlier variations", () => {
    const { chooseVariants } = startExperiments();
    expect(chooseVariants(createVisitorRequest(cookiesWithAssignments))).toMatchObject({
      visitorCookie: undefined,
      features: { headline: "viral" },
    });
    const variantsOfCampaign = chooseVariants(
      createVisitorRequest(cookiesWithAssignments, { campaign: "try-signup-steps" }),
    );
    const visitor = readVisitor(readVisitorCookie(variantsOfCampaign)["visitor"]);
    expect(visitor?.id).toBe("0123456789abcdef");
    expect(visitor?.assignedVariations["headline__0"]).toBe("viral");
    expect(visitor?.assignedVariations["signup-steps__0"]).toMatch(/^(full|short)$/);
  });

  it.each([
    ["invalid base64", "%%%"],
    ["JSON of another shape", Buffer.from('{"id":1}').toString("base64url")],
    ["an id of another length", Buffer.from('["x",{},{}]').toString("base64url")],
    ["an invalid assignment", Buffer.from('["0123456789abcdef",{"a":1},{}]').toString("base64url")],
    [
      "too much data",
      Buffer.from(`["0123456789abcdef",{"a":"${"x".repeat(4000)}"},{}]`).toString("base64url"),
    ],
    ["a long name", Buffer.from(`["0123456789abcdef",{"${"a".repeat(101)}":"x"},{}]`).toString("base64url")],
  ])("has no effect if it contains %s", (_description, text) => {
    expect(readVisitor(text)).toBeUndefined();
    expect(
      startExperiments().chooseVariants(createVisitorRequest({ visitor: text })).visitorCookie?.isDeletion,
    ).toBe(false);
  });

  it("can select only existing variations, even if the cookie is forged", () => {
    const { chooseVariants } = startExperiments();
    const createForgedCookie = (assignedVariations: Record<string, string>) =>
      chooseVariants(
        createVisitorRequest({
          visitor: serializeVisitor({ id: "0123456789abcdef", assignedVariations, values: {} }),
        }),
      ).features.headline;
    expect([
      createForgedCookie({ headline__0: "daba" }),
      createForgedCookie({ headline__0: "evil" }),
      createForgedCookie({ __proto__: "x" }),
    ]).toEqual(["daba", "default", "default"]);
  });

  it("stays within the size limit by dropping the oldest assignments", () => {
    const assignedVariations = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`experiment-number-${index}__0`, "variation"]),
    );
    const text = serializeVisitor({ id: "0123456789abcdef", assignedVariations, values: {} });
    expect(text.length).toBeLessThan(3600);
    expect(Object.keys(readVisitor(text)?.assignedVariations ?? {}).at(-1)).toBe("experiment-number-199__0");
  });
});
