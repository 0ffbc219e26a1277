import { afterEach, describe, expect, it } from "vitest";
import { asker, experimentsOf, unasked, visitorCookie, type Asked } from "../../tests/support/asking";
import {
  experiment,
  startFeaturesServer,
  type Features,
  type FeaturesServer,
} from "../../tests/support/features-server";

let server: FeaturesServer;
let site: Asked;
afterEach(async () => {
  site.experiments.close();
  await server.stop();
});

const layouts = ["right-double-column", "only-mobile"];
const running = (weights: number[]): Features => ({
  "landing-layout": experiment("layout", layouts, weights),
});

async function begin(features: Features): Promise<void> {
  server = await startFeaturesServer(features);
  const place = { FEATURES_URL: server.url, FEATURES_CLIENT_KEY: "sdk-key", FEATURES_REMOTE_EVAL: "true" };
  site = experimentsOf(place);
  await site.experiments.ready;
}

const layoutFor = (sent: Record<string, string>) =>
  site.experiments.variantsFor(asker(sent)).features["landing-layout"];

/** Requests another page and returns the number of log lines after it. */
function told(sent: Record<string, string>): number {
  layoutFor(sent);
  return site.lines.length;
}

function answer(text: string | undefined): Promise<void> {
  server.answer(text);
  return Promise.resolve();
}

describe("remote evaluation", () => {
  it("reports a key that the service rejects", async () => {
    await begin(running([0, 1]));
    server.answer("{}", 403);
    layoutFor(visitorCookie(site.experiments.variantsFor(asker())));
    await expect.poll(() => site.lines.length).toBe(1);
    expect(site.lines[0]?.text).toMatch(/^FEATURES_URL rejects FEATURES_CLIENT_KEY: check the key/);
  });

  it("does not delay the current page and applies to the next one", async () => {
    await begin(running([0, 1]));
    const first = site.experiments.variantsFor(asker());
    expect([first.features["landing-layout"], first.assignments]).toEqual(["right-double-column", []]);
    const sent = visitorCookie(first);
    await expect.poll(() => layoutFor(sent)).toBe("only-mobile");
    const next = site.experiments.variantsFor(asker(sent));
    expect(next.assignments).toEqual([{ experiment: "layout", variation: "1" }]);
    // The cookie stores the assignment: it is reported once and applies to every later page.
    const kept = visitorCookie(next);
    expect(site.experiments.variantsFor(asker(kept))).toMatchObject({
      assignments: [],
      visitorCookie: undefined,
      features: { "landing-layout": "only-mobile" },
    });
    site.experiments.close();
    const elsewhere = {
      FEATURES_URL: server.url,
      FEATURES_CLIENT_KEY: "sdk-key",
      FEATURES_REMOTE_EVAL: "true",
    };
    site = experimentsOf(elsewhere);
    expect(layoutFor(kept)).toBe("only-mobile");
    expect(server.questions[0]?.attributes).toMatchObject({
      locale: "en",
      deviceClass: "unknown",
      loggedIn: false,
    });
    expect(server.questions[0]?.attributes["id"]).toMatch(/^[\w-]{16}$/);
  });

  it("keeps the variation of a visitor when weights change", async () => {
    await begin(running([0, 1]));
    const sent = visitorCookie(site.experiments.variantsFor(asker()));
    await expect.poll(() => layoutFor(sent)).toBe("only-mobile");
    const kept = visitorCookie(site.experiments.variantsFor(asker(sent)));
    server.set(running([1, 0]));
    const before = server.questions.length;
    await expect
      .poll(() => layoutFor(kept) === "only-mobile" && server.questions.length > before + 2)
      .toBe(true);
    expect(server.questions.at(-1)?.forcedVariations).toEqual({ layout: 1 });
    expect(layoutFor(kept)).toBe("only-mobile");
  });

  it.each<[string, Features[string]]>([
    ["a value for everybody", { defaultValue: "only-mobile" }],
    ["a forced one", { rules: [{ force: "only-mobile" }] }],
    [
      "one of an experiment by language",
      { rules: [{ variations: layouts, weights: [0, 1], hashAttribute: "locale" }] },
    ],
  ])("shows no variant of %s without consent, and sends no request", async (_, feature) => {
    await begin({ "landing-layout": feature });
    layoutFor(unasked);
    // Waits until the result for a visitor with consent is available.
    const sent = visitorCookie(site.experiments.variantsFor(asker()));
    await expect.poll(() => layoutFor(sent)).toBe("only-mobile");
    expect(site.experiments.variantsFor(asker(unasked))).toMatchObject({
      features: { "landing-layout": "right-double-column" },
      assignments: [],
      visitorCookie: undefined,
    });
    for (const { attributes } of server.questions) expect(attributes).toHaveProperty("id");
  });

  it.each([
    ["goes away", () => server.goAway(), () => server.comeBack()],
    ["sends rubbish", () => answer("[7]"), () => answer(undefined)],
  ])(
    "keeps its last result when the service %s, and logs failure and recovery once",
    async (_what, fail, recover) => {
      await begin(running([0, 1]));
      const sent = visitorCookie(site.experiments.variantsFor(asker()));
      await expect.poll(() => layoutFor(sent)).toBe("only-mobile");
      await fail();
      await expect.poll(() => told(sent)).toBe(1);
      expect([layoutFor(sent), layoutFor(unasked)]).toEqual(["only-mobile", "right-double-column"]);
      expect(site.lines[0]?.text).toBe(
        "features could not be evaluated at FEATURES_URL: the defaults are used until they can",
      );
      await recover();
      await expect.poll(() => told(sent)).toBe(2);
      expect(site.lines.map(({ level }) => level)).toEqual(["error", "info"]);
    },
  );
});
