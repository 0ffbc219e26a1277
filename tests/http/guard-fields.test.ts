import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGuardedApp, type GuardedApp } from "./guarded-app";
import { rawPost, sendRaw } from "./raw-http";

let app: GuardedApp;
beforeAll(async () => {
  app = await startGuardedApp({ repeatable: new Set(["email"]) });
});
afterAll(() => app.close());

describe("field names", () => {
  it.each([
    ["an index that asks for a huge list", "list[99999999]=1"],
    ["an index on a name of ours", "email[99999999]=1"],
    ["3,000 levels", `email${"[a]".repeat(3000)}=1`],
    ["3,000 levels with dots", `email${".a".repeat(3000)}=1`],
    ["the prototype", "__proto__=1"],
    ["the constructor", "constructor=1"],
    ["no name", "=1"],
    ["an encoded name", "%6cist=1"],
    ["a name of ours in capitals", "EMAIL=1"],
    ["one bad among good", "email=a&intent=x&list=1"],
    ["a single-valued one twice", "intent=a&intent=b"],
    ["51 fields", Array.from({ length: 51 }, () => "email=a").join("&")],
    ["30,000 separators", "&".repeat(30_000)],
  ])("%s: 400 before anything parses them", async (_name, body) => {
    const seen = app.passed.length;
    expect((await sendRaw(app.port, rawPost("/language", body)))?.status).toBe(400);
    expect(app.passed.length).toBe(seen);
  });

  it.each([
    ["none", ""],
    ["names of ours", "registrationCode=WELCOME&intent=check-code"],
    ["a name of ours, encoded", "%65mail=a%40example.com"],
    ["50 of a repeatable one", Array.from({ length: 50 }, () => "email=a").join("&")],
    ["values that look like anything", "registrationCode=list[99999999]%00%0d%0a&intent=%zz%ff"],
  ])("%s: pass, as they came", async (_name, body) => {
    expect((await sendRaw(app.port, rawPost("/language", body)))?.body).toBe(`POST /language ${body}`);
  });
});
