import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SplitDefinition } from "~/domain/split.schema";
import { createRequestContext } from "~/request/context.server";
import { createTokenCrypto } from "~/crypto/sealing.server";
import { createSplitToken } from "~/routes/s/split-token.server";
import * as login from "~/routes/login/route";
import * as splitLink from "~/routes/s/route";
import { startClub, type Club } from "../../../tests/support/route-context";
import { newVisitor, type Visitor } from "../../../tests/support/visitor";
import { requestInfoOf } from "../../../tests/support/request-info";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

const secondsPerHour = 60 * 60;
const draftCookieName = "__Host-draft";

function createToken(split: SplitDefinition, seconds = secondsPerHour, { services } = club): string {
  const endsAt = new Date(services.clock().getTime() + seconds * 1000);
  return createSplitToken(createRequestContext(services, requestInfoOf("/")), split, endsAt);
}

function followSplitLink(visitor: Visitor, token: string, { prefix = "", query = "", headers = {} } = {}) {
  return visitor.get(splitLink, `${prefix}/s/${token}${query}`, { token }, headers);
}

const pathSplit: SplitDefinition = {
  label: "Spring",
  targets: ["/viral", "/social", "/daba", "/"].map((path) => ({ kind: "path", weight: 1, path })),
};

const createSingleTargetSplit = (path: string): SplitDefinition => ({
  label: undefined,
  targets: [
    { kind: "path", weight: 1, path },
    { kind: "path", weight: 1, path },
  ],
});

describe("split link", () => {
  it("always redirects one visitor to the same target, uses all targets and is never cached", async () => {
    const token = createToken(pathSplit);
    const reachedTargets = new Set<string | null>();
    for (let visit = 0; visit < 40; visit += 1) {
      const visitor = newVisitor(club);
      const response = await followSplitLink(visitor, token);
      expect(response.status).toBe(302);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect([...visitor.cookies.keys()]).toEqual([draftCookieName]);
      reachedTargets.add(response.location);
      for (let attempt = 0; attempt < 3; attempt += 1)
        expect((await followSplitLink(visitor, token)).location).toBe(response.location);
    }
    expect([...reachedTargets].sort()).toEqual(["/", "/daba", "/social", "/viral"]);
  });

  it.each([
    ["/viral", "", "", "/viral"],
    ["/viral", "/de", "", "/de/viral"],
    ["/", "", "", "/"],
    ["/", "/de", "", "/de"],
    ["/", "/de", "?utm_source=mail", "/de?utm_source=mail"],
    ["/membership-interest/apply", "/pl", "?gclid=1&x=2", "/pl/membership-interest/apply?gclid=1"],
    [
      "/viral",
      "",
      "?rc=OTHER&vt=x&reason=expired&returnTo=%2Fadmin&utm_campaign=a%26b",
      "/viral?utm_campaign=a%26b",
    ],
  ])(
    "resolves the target %s under the prefix '%s' with the query '%s' to %s",
    async (path, prefix, query, location) => {
      const token = createToken(createSingleTargetSplit(path));
      expect(await followSplitLink(newVisitor(club), token, { prefix, query })).toMatchObject({
        status: 302,
        location,
      });
    },
  );

  it("redirects to the form, with code and timestamp, if the target is a code", async () => {
    const target = { kind: "code", weight: 1, code: "WELCOME", validityTimestamp: "a.b" } as const;
    const token = createToken({ label: undefined, targets: [target, target] });
    const { location } = await followSplitLink(newVisitor(club), token, {
      prefix: "/fr",
      query: "?utm_source=x",
    });
    expect(location).toBe("/fr/registration/formstarted?rc=WELCOME&vt=a.b&utm_source=x");
  });

  it("stores one analytics event for the next page, even if the visitor follows the link twice", async () => {
    const token = createToken(pathSplit);
    const visitor = newVisitor(club);
    const { location } = await followSplitLink(visitor, token);
    await followSplitLink(visitor, token);
    const target =
      pathSplit.targets.findIndex((target) => target.kind === "path" && target.path === location) + 1;
    const sealedDraft = visitor.cookies.get(draftCookieName) ?? "";
    expect(await club.services.tokenCrypto.decrypt("draft", sealedDraft)).toMatchObject({
      events: [{ event: "assign_experiment", experiment: "Spring", variation: target }],
    });
  });

  it("keeps the values that are already in the draft", async () => {
    const visitor = newVisitor(club);
    const draftWithCode = { registrationCode: "WELCOME", splitSeed: "seed" };
    visitor.cookies.set(
      draftCookieName,
      club.services.tokenCrypto.encrypt("draft", draftWithCode, secondsPerHour),
    );
    await followSplitLink(visitor, createToken(pathSplit));
    const sealedDraft = visitor.cookies.get(draftCookieName) ?? "";
    expect(await club.services.tokenCrypto.decrypt("draft", sealedDraft)).toMatchObject({
      ...draftWithCode,
      events: [{ experiment: "Spring" }],
    });
  });

  it("redirects a crawler too, without changing the target of any visitor", async () => {
    const token = createToken(pathSplit);
    const visitor = newVisitor(club);
    const { location } = await followSplitLink(visitor, token);
    for (let visit = 0; visit < 20; visit += 1)
      await followSplitLink(newVisitor(club), token, { headers: { "User-Agent": "Examplebot/2.1" } });
    expect((await followSplitLink(visitor, token)).location).toBe(location);
  });
});

describe("invalid split token", () => {
  const pageOfInvalidLink = {
    status: 404,
    location: null,
    data: { page: { title: "This link doesn’t work – Velvetgate" } },
  };

  it("leads to a 404 page for any defect, and changes no cookie", async () => {
    const token = createToken(pathSplit);
    const [payload = "", signature = ""] = token.split("~");
    const claims = Buffer.from(payload, "base64url").toString();
    const forgedClaims = Buffer.from(claims.replace("/viral", "/admin")).toString("base64url");
    const otherClub = await startClub();
    const unsignedToken = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    const tokenForForms = club.services.tokenCrypto.sign("form", { t: [] }, secondsPerHour);
    for (const invalidToken of [
      `${forgedClaims}~${signature}`,
      `${payload}~${signature.slice(0, -2)}`,
      payload,
      `${payload}~`,
      `${token}~`,
      token.slice(1),
      createToken(pathSplit, -1),
      createToken(pathSplit, secondsPerHour, otherClub),
      unsignedToken,
      tokenForForms.split(".").slice(1).join("~"),
      club.services.tokenCrypto
        .sign("split", { t: [[1, "/"]] }, secondsPerHour)
        .split(".")
        .slice(1)
        .join("~"),
      "no-token",
      "~",
    ]) {
      const visitor = newVisitor(club);
      expect(await followSplitLink(visitor, invalidToken), invalidToken).toMatchObject(pageOfInvalidLink);
      expect(visitor.cookies.has(draftCookieName)).toBe(false);
    }
    await otherClub.stop();
  });

  it("leads to a 404 page once the token has expired", async () => {
    let now = Date.parse("2026-06-15T10:00:00Z");
    const { services } = club;
    const clock = () => new Date(now);
    const tokenCrypto = createTokenCrypto(services.config.secrets, clock);
    const clubWithClock = { ...club, services: { ...services, clock, tokenCrypto } };
    const token = createToken(pathSplit, 14 * 24 * secondsPerHour, clubWithClock);
    now += 14 * 24 * secondsPerHour * 1000 - 1000;
    expect(await followSplitLink(newVisitor(clubWithClock), token)).toMatchObject({ status: 302 });
    now += 1000;
    expect(await followSplitLink(newVisitor(clubWithClock), token)).toMatchObject({ status: 404 });
  });

  it("shows its message in the visitor's language", async () => {
    expect(await followSplitLink(newVisitor(club), "x", { prefix: "/de" })).toMatchObject({
      data: { page: { title: "Link funktioniert nicht – Velvetgate" } },
    });
  });
});

it("split link leads a visitor to the same target before and after a sign-in", async () => {
  const visitor = newVisitor(club);
  const token = createToken(pathSplit);
  const { location } = await followSplitLink(visitor, token);
  const fields = { email: "member@example.com", password: "velvetgate", returnTo: "/" };
  await visitor.post(login, "/login", fields);
  expect((await followSplitLink(visitor, token)).location).toBe(location);
});
