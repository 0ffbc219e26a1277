import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { readErrorInfo } from "~/telemetry/error-info";
import {
  createVisitorRequest,
  createTestExperiments,
  cookiesWithoutConsent,
  type TestExperiments,
} from "../../tests/support/test-experiments";
import { startFeaturesServer, type Features, type FeaturesServer } from "../../tests/support/features-server";

let server: FeaturesServer;
let testExperiments: TestExperiments;
afterEach(async () => {
  testExperiments.experiments.close();
  await server.stop();
});

const createLayoutFeature = (value: unknown): Features => ({ "landing-layout": { defaultValue: value } });
const chooseCurrentLayout = () =>
  testExperiments.experiments.chooseVariants(createVisitorRequest(cookiesWithoutConsent)).features[
    "landing-layout"
  ];
const readLogTexts = () =>
  testExperiments.lines.map(({ level, text }) => `${level} ${text.replace(server.url, "URL")}`);

async function startFeaturesService(features: Features, key?: Buffer, decryptionKey = key): Promise<void> {
  server = await startFeaturesServer(features, key);
  await loadFeatures(decryptionKey);
}

async function loadFeatures(decryptionKey?: Buffer): Promise<void> {
  testExperiments = createTestExperiments({
    FEATURES_URL: server.url,
    FEATURES_CLIENT_KEY: "sdk-key",
    FEATURES: "landing-layout=center-single-column",
    ...(decryptionKey && { FEATURES_DECRYPTION_KEY: decryptionKey.toString("base64") }),
  });
  await testExperiments.experiments.ready;
}

describe("features loaded from FEATURES_URL", () => {
  it("arrive before the server starts to listen", async () => {
    await startFeaturesService(createLayoutFeature("only-mobile"));
    expect(chooseCurrentLayout()).toBe("only-mobile");
    expect(server.requestedPaths[0]).toBe("GET /api/features/sdk-key");
    expect(testExperiments.lines).toEqual([]);
  });

  it("take effect even if the service encrypts its response", async () => {
    await startFeaturesService(createLayoutFeature("only-mobile"), randomBytes(16));
    expect(chooseCurrentLayout()).toBe("only-mobile");
  });

  it("fall back to the default features if decryption fails", async () => {
    await startFeaturesService(createLayoutFeature("only-mobile"), randomBytes(16), randomBytes(16));
    expect(chooseCurrentLayout()).toBe("center-single-column");
    expect(readLogTexts()).toEqual([
      "error features could not be loaded from FEATURES_URL: the defaults (FEATURES) are used until loading succeeds",
    ]);
  });

  it("change when the service announces changes in its event stream", async () => {
    await startFeaturesService(createLayoutFeature("only-mobile"));
    await expect.poll(() => server.streams()).toBe(1);
    server.setFeatures(createLayoutFeature("right-double-column"));
    await expect.poll(chooseCurrentLayout).toBe("right-double-column");
    server.announceFeatures();
    await expect
      .poll(() => server.requestedPaths.filter((line) => line.startsWith("GET /api")).length)
      .toBeGreaterThan(1);
  });

  it("reload when they are stale, even if the event stream is silent", async () => {
    await startFeaturesService(createLayoutFeature("only-mobile"));
    const requestsBefore = server.requestedPaths.length;
    await expect.poll(() => server.requestedPaths.length).toBeGreaterThan(requestsBefore + 2);
  });

  it("fall back to the default for an unknown value, which is logged once", async () => {
    await startFeaturesService({
      "landing-layout": { defaultValue: "round" },
      headline: { defaultValue: 7 },
      other: { defaultValue: 1 },
    });
    expect([chooseCurrentLayout(), chooseCurrentLayout()]).toEqual([
      "center-single-column",
      "center-single-column",
    ]);
    expect(
      testExperiments.experiments.chooseVariants(createVisitorRequest(cookiesWithoutConsent)).features
        .headline,
    ).toBe("default");
    expect(readLogTexts()).toEqual([
      "warn a feature has an unknown value: its default is used",
      "warn a feature has an unknown value: its default is used",
    ]);
  });

  it("can be boolean flags", async () => {
    await startFeaturesService({
      "form-finished-popup": { defaultValue: true },
      "registration-extra-fields": { defaultValue: "true" },
    });
    const { features } = testExperiments.experiments.chooseVariants(
      createVisitorRequest(cookiesWithoutConsent),
    );
    expect([features["form-finished-popup"], features["registration-extra-fields"]]).toEqual([true, true]);
  });

  it("depend on attributes such as locale and campaign, even without consent", async () => {
    const rules = ["locale=sv", "country=FR", "deviceClass=mobile", "campaign=spring", "loggedIn=true"].map(
      (pair) => {
        const [name = "", value = ""] = pair.split("=");
        return { condition: { [name]: value === "true" ? true : value }, force: "only-mobile" };
      },
    );
    await startFeaturesService({ "landing-layout": { defaultValue: "right-double-column", rules } });
    const readLayout = (
      cookies: Record<string, string>,
      visitOverrides: Parameters<typeof createVisitorRequest>[1] = {},
    ) =>
      testExperiments.experiments.chooseVariants(
        createVisitorRequest({ ...cookiesWithoutConsent, ...cookies }, visitOverrides),
      ).features["landing-layout"];
    expect(readLayout({})).toBe("right-double-column");
    expect(readLayout({}, { locale: "sv" })).toBe("only-mobile");
    expect(readLayout({}, { hostname: "club.fr" })).toBe("only-mobile");
    expect(readLayout({ tz: "Europe/Paris" })).toBe("only-mobile");
    expect(readLayout({}, { mobileHint: "?1" })).toBe("only-mobile");
    expect(readLayout({}, { mobileHint: "?0" })).toBe("right-double-column");
    expect(readLayout({}, { campaign: "spring" })).toBe("only-mobile");
    expect(readLayout({ "auth.token": "x" })).toBe("only-mobile");
  });
});

describe("features service failure", () => {
  it("makes the server start with the default features and retry until the service answers", async () => {
    server = await startFeaturesServer(createLayoutFeature("only-mobile"));
    await server.stopListening();
    await loadFeatures();
    expect(chooseCurrentLayout()).toBe("center-single-column");
    expect(readLogTexts()).toEqual([
      "error features could not be loaded from FEATURES_URL: the defaults (FEATURES) are used until loading succeeds",
    ]);
    expect(testExperiments.lines[0]?.fields).toMatchObject({ url: server.url });
    expect(readErrorInfo(testExperiments.lines[0]?.fields.err).map(({ code }) => code)).toContain(
      "ECONNREFUSED",
    );
    await server.listenAgain();
    await expect.poll(chooseCurrentLayout).toBe("only-mobile");
    await expect.poll(readLogTexts).toContain("info features can be loaded from FEATURES_URL again");
  });

  it("delays the server start by at most 5 s, and delays no request", { timeout: 15_000 }, async () => {
    server = await startFeaturesServer(createLayoutFeature("only-mobile"));
    server.replaceResponse("", 0);
    const startedAt = performance.now();
    const loadPromise = loadFeatures();
    expect(chooseCurrentLayout()).toBe("center-single-column");
    await loadPromise;
    const waitedMs = performance.now() - startedAt;
    expect(waitedMs).toBeGreaterThan(4800);
    expect(waitedMs).toBeLessThan(8000);
    expect(chooseCurrentLayout()).toBe("center-single-column");
    expect(readLogTexts()[0]).toMatch(/^error features could not be loaded from FEATURES_URL: the defaults/);
  });

  it.each([400, 401, 403, 404])(
    "appears in the log if the service rejects the client key: status %i",
    async (status) => {
      server = await startFeaturesServer(createLayoutFeature("only-mobile"));
      server.replaceResponse("{}", status);
      testExperiments = createTestExperiments({ FEATURES_URL: server.url, FEATURES_CLIENT_KEY: "sdk-other" });
      await testExperiments.experiments.ready;
      await expect.poll(() => testExperiments.lines.length).toBe(1);
      expect(testExperiments.lines[0]?.text).toMatch(
        /^FEATURES_URL rejects FEATURES_CLIENT_KEY: check the key/,
      );
      expect(testExperiments.lines[0]?.fields).toMatchObject({ status });
    },
  );

  it("leaves the last known features in effect for four hours", async () => {
    await startFeaturesService(createLayoutFeature("only-mobile"));
    await server.stopListening();
    await expect
      .poll(readLogTexts)
      .toContain(
        "error features could not be loaded from FEATURES_URL: the last loaded features are used until loading succeeds",
      );
    expect(chooseCurrentLayout()).toBe("only-mobile");
    testExperiments.advanceMs(3.9 * 60 * 60 * 1000);
    expect(chooseCurrentLayout()).toBe("only-mobile");
    testExperiments.advanceMs(0.2 * 60 * 60 * 1000);
    expect(chooseCurrentLayout()).toBe("center-single-column");
    expect(readLogTexts()).toHaveLength(1);
    await server.listenAgain();
    await expect.poll(chooseCurrentLayout).toBe("only-mobile");
  });

  it.each([
    ["not JSON", "<html>", 200],
    ["JSON of another shape", "[1,2]", 200],
    ["the JSON value null", "null", 200],
    ["an object without features", "{}", 200],
    ["an object with invalid features", '{"features":7}', 200],
    [
      "an object with invalid rules",
      '{"features":{"landing-layout":{"defaultValue":"only-mobile","rules":"x"}}}',
      200,
    ],
    ["an error with 403", "{}", 403],
  ])("leaves the last known features in effect if the response is %s", async (_description, text, status) => {
    await startFeaturesService(createLayoutFeature("only-mobile"));
    expect(testExperiments.lines).toEqual([]);
    server.replaceResponse(text, status);
    await expect.poll(readLogTexts).toHaveLength(1);
    expect(chooseCurrentLayout()).toBe("only-mobile");
    server.replaceResponse(undefined);
    await expect.poll(readLogTexts).toHaveLength(2);
  });

  it("leaves the last known features in effect if the stream contains invalid data", async () => {
    await startFeaturesService(createLayoutFeature("only-mobile"));
    await expect.poll(() => server.streams()).toBe(1);
    for (const data of ["{", "7", '{"features":[]}', '{"features":{"landing-layout":{"rules":[7]}}}'])
      server.sendEvent("features", data);
    server.setFeatures({ headline: { defaultValue: "viral" } });
    await expect
      .poll(
        () =>
          testExperiments.experiments.chooseVariants(createVisitorRequest(cookiesWithoutConsent)).features
            .headline,
      )
      .toBe("viral");
  });
});
