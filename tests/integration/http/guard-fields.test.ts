import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startGuardedApp, type GuardedApp } from "./guarded-app";
import { createRawPost, sendRawBytes } from "./raw-http";

let app: GuardedApp;
beforeAll(async () => {
  app = await startGuardedApp();
});
afterAll(() => app.close());

async function sendBody(body: string): Promise<string | undefined> {
  return (await sendRawBytes(app.port, createRawPost("/language", body)))?.body;
}

describe("form fields passed on by the request guard", () => {
  it.each([
    ["an index that asks for a huge list", "list[99999999]=1"],
    ["an index on a known name", "email[99999999]=1"],
    ["a name with 3,000 levels", `email${"[a]".repeat(3000)}=1`],
    ["a name with 3,000 levels, separated by dots", `email${".a".repeat(3000)}=1`],
    ["the name __proto__", "__proto__=1"],
    ["the name constructor", "constructor=1"],
    ["a field without a name", "=1"],
    ["a field without a name and value", "="],
    ["an encoded unknown name", "%6cist=1"],
    ["a name that cannot be decoded", "%zz=1"],
    ["a known name in capitals", "EMAIL=1"],
    ["a known name after white space", "+email=1"],
    ["60,000 letters as a name", "a".repeat(60_000)],
    ["30,000 separators", "&".repeat(30_000)],
    ["7,000 unknown names", Array.from({ length: 7000 }, (_, index) => `f${index}=1`).join("&")],
  ])("include only the known fields if a form contains %s", async (_name, unknownFields) => {
    const body = `intent=x&${unknownFields}&email=a%40example.com`;
    expect(await sendBody(body)).toBe("POST /language intent=x&email=a%40example.com");
  });

  it.each([
    ["twice", "email=first&email=second"],
    ["50 times", `email=first${"&email=x".repeat(50)}`],
    ["once encoded and once plain", "email=first&%65mail=second&email=third"],
  ])("contain only the first value of a field that occurs %s in a form", async (_name, body) => {
    expect(await sendBody(body)).toBe("POST /language email=first");
  });

  it.each([
    ["no fields", ""],
    ["known fields", "registrationCode=WELCOME&intent=check-code"],
    ["a known name, encoded", "%65mail=a%40example.com"],
    ["a known name without a value", "intent"],
    ["values that look like anything", "registrationCode=list[99999999]%00%0d%0a&intent=%zz%ff"],
  ])("equal the submitted fields if a form contains %s", async (_name, body) => {
    expect(await sendBody(body)).toBe(`POST /language ${body}`);
  });

  it("include the form token even after thousands of unknown fields", async () => {
    const unknownFields = Array.from({ length: 7000 }, (_, index) => `f${index}=1`).join("&");
    const headers = { Cookie: "sid=1" };
    const response = await sendRawBytes(
      app.port,
      createRawPost("/apply", `${unknownFields}&formToken=good`, headers),
    );
    expect(response?.body).toBe("POST /apply formToken=good");
  });
});

it("request guard in development rejects a form with an unknown field, and logs the name of the field", async () => {
  const developmentApp = await startGuardedApp({ isDevelopment: true });
  onTestFinished(() => developmentApp.close());
  const response = await sendRawBytes(
    developmentApp.port,
    createRawPost("/language", "intent=x&phone%22=1&=1"),
  );
  expect(response?.status).toBe(400);
  expect(developmentApp.lines).toEqual([
    "refused with 400: the field phone? is not in app/request/field-names.ts",
  ]);
});
