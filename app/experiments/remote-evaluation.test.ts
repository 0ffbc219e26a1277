import { afterEach, describe, expect, it } from "vitest";
import {
  createVisitorRequest,
  createTestExperiments,
  cookiesWithoutConsent,
  readVisitorCookie,
  type TestExperiments,
} from "../../tests/support/test-experiments";
import {
  createExperiment,
  startFeaturesServer,
  type Features,
  type FeaturesServer,
} from "../../tests/support/features-server";

let server: FeaturesServer;
let site: TestExperiments;
afterEach(async () => {
  site.experiments.close();
  await server.stop();
});

const layouts = ["right-double-column", "only-mobile"];
const createLayoutExperiment = (weights: number[]): Features => ({
  "landing-layout": createExperiment("layout", layouts, weights),
});

async function startService(features: Features): Promise<void> {
  server = await startFeaturesServer(features);
  const serviceVariables = {
    FEATURES_URL: server.url,
    FEATURES_CLIENT_KEY: "sdk-key",
    FEATURES_REMOTE_EVAL: "true",
  };
  site = createTestExperiments(serviceVariables);
  await site.experiments.ready;
}

const readLayout = (cookies: Record<string, string>) =>
  site.experiments.chooseVariants(createVisitorRequest(cookies)).features["landing-layout"];

/**
 * Returns how many assignments the site has logged. The site logs an assignment only when the visitor requests another
 * page, so this function first requests a page.
 */
function countAssignments(cookies: Record<string, string>): number {
  readLayout(cookies);
  return site.lines.length;
}

function setServiceResponse(text: string | undefined): Promise<void> {
  server.replaceResponse(text);
  return Promise.resolve();
}

describe("remote evaluation of features", () => {
  it("logs that the service rejects the client key", async () => {
    await startService(createLayoutExperiment([0, 1]));
    server.replaceResponse("{}", 403);
    readLayout(readVisitorCookie(site.experiments.chooseVariants(createVisitorRequest())));
    await expect.poll(() => site.lines.length).toBe(1);
    expect(site.lines[0]?.text).toMatch(/^FEATURES_URL rejects FEATURES_CLIENT_KEY: check the key/);
  });

  it("does not delay the current page, and applies from the next page on", async () => {
    await startService(createLayoutExperiment([0, 1]));
    const firstVariants = site.experiments.chooseVariants(createVisitorRequest());
    expect([firstVariants.features["landing-layout"], firstVariants.newAssignments]).toEqual([
      "right-double-column",
      [],
    ]);
    const sentCookies = readVisitorCookie(firstVariants);
    await expect.poll(() => readLayout(sentCookies)).toBe("only-mobile");
    const nextVariants = site.experiments.chooseVariants(createVisitorRequest(sentCookies));
    expect(nextVariants.newAssignments).toEqual([{ experiment: "layout", variation: "1" }]);
    // The next page reads the assignment from the cookie: it applies again but is not reported again.
    const nextCookies = readVisitorCookie(nextVariants);
    expect(site.experiments.chooseVariants(createVisitorRequest(nextCookies))).toMatchObject({
      newAssignments: [],
      visitorCookie: undefined,
      features: { "landing-layout": "only-mobile" },
    });
    site.experiments.close();
    const otherCampaign = {
      FEATURES_URL: server.url,
      FEATURES_CLIENT_KEY: "sdk-key",
      FEATURES_REMOTE_EVAL: "true",
    };
    site = createTestExperiments(otherCampaign);
    expect(readLayout(nextCookies)).toBe("only-mobile");
    expect(server.evaluationRequests[0]?.attributes).toMatchObject({
      locale: "en",
      deviceClass: "unknown",
      loggedIn: false,
    });
    expect(server.evaluationRequests[0]?.attributes["id"]).toMatch(/^[\w-]{16}$/);
  });

  it("keeps the variation of a visitor when weights change", async () => {
    await startService(createLayoutExperiment([0, 1]));
    const sentCookies = readVisitorCookie(site.experiments.chooseVariants(createVisitorRequest()));
    await expect.poll(() => readLayout(sentCookies)).toBe("only-mobile");
    const nextCookies = readVisitorCookie(site.experiments.chooseVariants(createVisitorRequest(sentCookies)));
    server.setFeatures(createLayoutExperiment([1, 0]));
    const previousRequestCount = server.evaluationRequests.length;
    await expect
      .poll(
        () =>
          readLayout(nextCookies) === "only-mobile" &&
          server.evaluationRequests.length > previousRequestCount + 2,
      )
      .toBe(true);
    expect(server.evaluationRequests.at(-1)?.forcedVariations).toEqual({ layout: 1 });
    expect(readLayout(nextCookies)).toBe("only-mobile");
  });

  it.each<[string, Features[string]]>([
    ["a default value for all visitors", { defaultValue: "only-mobile" }],
    ["a forced value", { rules: [{ force: "only-mobile" }] }],
    [
      "an experiment by language",
      { rules: [{ variations: layouts, weights: [0, 1], hashAttribute: "locale" }] },
    ],
  ])("shows no variant without consent, and sends no request: %s", async (_, feature) => {
    await startService({ "landing-layout": feature });
    readLayout(cookiesWithoutConsent);
    // Waits until the service has evaluated the feature for a visitor with consent.
    const sentCookies = readVisitorCookie(site.experiments.chooseVariants(createVisitorRequest()));
    await expect.poll(() => readLayout(sentCookies)).toBe("only-mobile");
    expect(site.experiments.chooseVariants(createVisitorRequest(cookiesWithoutConsent))).toMatchObject({
      features: { "landing-layout": "right-double-column" },
      newAssignments: [],
      visitorCookie: undefined,
    });
    for (const { attributes } of server.evaluationRequests) expect(attributes).toHaveProperty("id");
  });

  it.each([
    ["becomes unreachable", () => server.stopListening(), () => server.listenAgain()],
    ["sends invalid data", () => setServiceResponse("[7]"), () => setServiceResponse(undefined)],
  ])(
    "keeps the last result when the service %s, and logs failure and recovery once",
    async (_description, letServiceFail, letServiceRecover) => {
      await startService(createLayoutExperiment([0, 1]));
      const sentCookies = readVisitorCookie(site.experiments.chooseVariants(createVisitorRequest()));
      await expect.poll(() => readLayout(sentCookies)).toBe("only-mobile");
      await letServiceFail();
      await expect.poll(() => countAssignments(sentCookies)).toBe(1);
      expect([readLayout(sentCookies), readLayout(cookiesWithoutConsent)]).toEqual([
        "only-mobile",
        "right-double-column",
      ]);
      expect(site.lines[0]?.text).toBe(
        "the service at FEATURES_URL could not evaluate the features: the defaults are used until it can",
      );
      await letServiceRecover();
      await expect.poll(() => countAssignments(sentCookies)).toBe(2);
      expect(site.lines.map(({ level }) => level)).toEqual(["error", "info"]);
    },
  );
});
