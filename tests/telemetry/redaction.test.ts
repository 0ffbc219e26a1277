import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainRedactor, redactorFor } from "~/telemetry/redaction";
import { typedValues } from "~/http/forms/typed-values.server";
import { everyForm } from "./every-form";

const personalFields = [
  ...["gender", "firstName", "lastName", "firstname", "email", "postalCode", "bday", "country", "password"],
  ...[
    "registrationCode",
    "code",
    "codes",
    "rc",
    "vt",
    "token",
    "formToken",
    "accountActivationId",
    "activationId",
  ],
  ...["cookie", "set-cookie", "Authorization", "registrationEmail", "registrationFirstName", "invitorName"],
  ...["postal_code", "x-forwarded-for", "validityTimestamp", "body", "query"],
];

describe("what a field's name tells (contract.md, section 14; spec.md, section 3)", () => {
  it.each(personalFields)("%s is taken out, however deep", (name) => {
    const copy = plainRedactor.copy({ a: [{ b: { [name]: "Quillane" } }] });
    expect(copy).toEqual({ a: [{ b: { [name]: "[redacted]" } }] });
  });

  it.each(personalFields)("%s is taken out of texts", (name) => {
    for (const text of [
      `{"${name}":"Quillane"}`,
      `{\\"${name}\\":\\"Quillane\\"}`,
      `{ ${name}: 'Quillane' }`,
      `${name}=Quillane&step=1`,
      `${name} => "Quillane"`,
      `${name}: Quillane`,
    ])
      expect(plainRedactor.text(text)).not.toContain("Quillane");
  });

  it("leaves what operators need", () => {
    const facts = {
      status: 503,
      code: 4400,
      route: "/:slug?",
      operation: "viewer",
      retries: 3,
      signal: "SIGKILL",
    };
    expect(plainRedactor.copy(facts)).toEqual(facts);
    expect(plainRedactor.copy({ code: "ECONNREFUSED" })).toEqual({ code: "ECONNREFUSED" });
    // A demonstration code that looks like one of the system's.
    expect(plainRedactor.copy({ code: "EXPIRED" })).toEqual({ code: "[redacted]" });
    const frame = "at readDraft (file:///site/app/http/cookies.server.ts:12:3)";
    expect(plainRedactor.text(frame)).toBe(frame);
  });
});

describe("what a shape tells", () => {
  it.each([
    ["https://club.example/de?rc=ABCDEF&x=1", "https://club.example/de?[query]"],
    [
      "GET /registration/activateaccount?id=quillane failed",
      "GET /registration/activateaccount?[query] failed",
    ],
    ["to <zoe.quillane+x@example.co.uk>", "to <[email]>"],
    ["Bearer abc.def", "Bearer [token]"],
    ["eyJhbGciOiJkaXIifQ..abc.def.ghi", "[token]"],
    ["/de/s/abcdefghijklmnopqrstuvwxyz", "/de/s/[token]"],
  ])("%s", (text, left) => {
    expect(plainRedactor.text(text)).toBe(left);
  });
});

describe("what a visitor typed", () => {
  const values = ["Zoë Quillane-O'Neill", "Zoe.Q&co@Example.com", "QX7-4711-AB", "1987-03-29", "p@ss wörd?"];
  const redactor = redactorFor(() =>
    typedValues({
      url: `/de?rc=${values[2] ?? ""}`,
      cookie: undefined,
      body: Buffer.from(
        new URLSearchParams(values.map((value, index) => [`field${index}`, value])).toString(),
      ),
      known: [],
    }),
  );

  it.each(values.flatMap((value) => [...everyForm(value)].map(([form, text]) => [form, text] as const)))(
    "%s: %s is taken out of the middle of a text",
    (_form, text) => {
      const left = redactor.text(`before ${text} after`);
      expect(left).not.toContain(text);
      expect(left).toMatch(/^before .* after$/);
    },
  );

  it("is found within a longer text in base64", () => {
    const whole = Buffer.from(JSON.stringify({ name: values[0] })).toString("base64");
    const [first = ""] = everyForm(values[0] ?? "").values();
    const left = redactor.text(whole).replaceAll("[redacted]", "");
    expect(Buffer.from(left, "base64").toString()).not.toContain(first);
  });

  it("is taken out of errors, their causes and what is behind them", () => {
    const cause = Object.assign(new Error(`no ${values[0] ?? ""}`), { request: { variables: values } });
    const error = new AggregateError([new Error(values[1])], `failed for ${values[3] ?? ""}`, { cause });
    const text = JSON.stringify(redactor.copy({ err: error, list: values }));
    for (const value of values) expect(text).not.toContain(value);
    expect(text).toContain("AggregateError");
    expect(text).toContain("redaction.test.ts");
  });

  it("is taken out wherever it stands, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 3, maxLength: 40 }),
        fc.string(),
        (value, around) => {
          const typed = value.trim();
          fc.pre(
            typed.length >= 3 &&
              !around.includes(typed) &&
              !/redacted/i.test(typed) &&
              !"[redacted]".includes(typed),
          );
          expect(redactorFor(() => [value]).text(`${around}\n${typed}\n`)).not.toContain(`\n${typed}\n`);
        },
      ),
    );
  });

  it("does not spoil what holds itself", () => {
    const circle: Record<string, unknown> = { name: "x" };
    circle["self"] = circle;
    expect(() => redactor.copy(circle)).not.toThrow();
  });
});

it("a choice of ours is not taken for something typed", () => {
  const body = Buffer.from("intent=default&country=DE&terms=on&termsPkString=terms-de&email=z%40example.com");
  const typed = typedValues({
    url: "/de?reason=expired",
    cookie: "locale=de; tz=Europe%2FBerlin",
    body,
    known: [],
  });
  expect(typed[0]).toBe("z@example.com");
  expect(typed).toHaveLength(3);
});
