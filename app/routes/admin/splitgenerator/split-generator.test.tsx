import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import * as splitGenerator from "~/routes/admin/splitgenerator/route";
import * as login from "~/routes/login/route";
import { SplitGeneratorPage, type SplitFormReply } from "~/routes/admin/splitgenerator/split-generator-page";
import { startStubAcq } from "../../../../tests/integration/server/stub-acq";
import { startClub, type Club } from "../../../../tests/support/route-context";
import { renderView } from "../../../../tests/support/view-html";
import { newVisitor, type Visitor } from "../../../../tests/support/visitor";

const path = "/admin/splitgenerator";
const now = Date.parse("2026-06-15T10:00:00Z");

let club: Club;
let admin: Visitor;
beforeAll(async () => {
  const startedClub = await startClub({ BASE_PATH: "/acquisition" }, () => now);
  club = { ...startedClub, services: { ...startedClub.services, clock: () => new Date(now) } };
  admin = newVisitor(club);
  const fields = { email: "admin@example.com", password: "velvetgate", returnTo: "/" };
  await admin.post(login, "/login", fields);
});
afterAll(() => club.stop());

const createdSplitSchema = z.object({
  typed: z.object({ label: z.string(), rows: z.array(z.object({ target: z.string(), weight: z.string() })) }),
  result: z.object({
    status: z.literal("created"),
    split: z.object({
      site: z.string(),
      path: z.string(),
      lastDay: z.string(),
      label: z.string().optional(),
      qr: z.object({ size: z.number(), path: z.string(), svg: z.string(), png: z.string() }),
      shares: z.array(
        z.object({ targetText: z.string(), weight: z.number(), part: z.number(), percent: z.string() }),
      ),
    }),
  }),
});

type TargetRow = [target: string, weight: string];

function createFields(
  rows: readonly TargetRow[],
  otherFields: Record<string, string> = {},
): Record<string, string> {
  const fields = rows.flatMap(([target, weight], index): [string, string][] => [
    [`target-${index + 1}`, target],
    [`weight-${index + 1}`, weight],
  ]);
  return { ...Object.fromEntries(fields), ...otherFields };
}

function postSplitForm(rows: readonly TargetRow[], otherFields: Record<string, string> = {}, url = path) {
  return admin.post(splitGenerator, url, createFields(rows, otherFields));
}

async function generateSplitLink(
  rows: readonly TargetRow[],
  otherFields: Record<string, string> = {},
  url = path,
) {
  const response = await postSplitForm(rows, otherFields, url);
  expect(response.status).toBe(200);
  return createdSplitSchema.parse(response.reply);
}

function pageHtml({ typed, result }: SplitFormReply): string {
  return renderView(<SplitGeneratorPage formToken="" typedSplit={typed} result={result} targetLimit={10} />);
}

describe("generated split link", () => {
  it("appears with the share of each target, and the form keeps its input", async () => {
    const targetRows: TargetRow[] = [
      ["/viral", "3"],
      ["welcome", "1"],
    ];
    const { typed, result } = await generateSplitLink(targetRows, { label: " Spring " }, `/de${path}`);
    expect(typed).toEqual({
      label: "Spring",
      rows: targetRows.map(([target, weight]) => ({ target, weight })),
    });
    expect(result.split).toMatchObject({
      site: "https://club.example/acquisition",
      label: "Spring",
      lastDay: "Gültig bis 29. Juni 2026 (in 14 Tagen)",
      shares: [
        { targetText: "/viral", part: 0.75, percent: "75\u00a0%" },
        { targetText: "WELCOME", part: 0.25, percent: "25\u00a0%" },
      ],
    });
  });

  it("expires after 90 days if its targets contain no code", async () => {
    const { result } = await generateSplitLink([
      ["/", "1"],
      ["/membership-interest", "2"],
    ]);
    expect(result.split.lastDay).toBe("Valid until 13 September 2026 (in 90 days)");
    expect(result.split.shares.map(({ percent }) => percent)).toEqual(["33.3%", "66.7%"]);
  });

  it("has no full stop in its path, which would look like a file extension", async () => {
    const { split } = (
      await generateSplitLink([
        ["/", "1"],
        ["/viral", "1"],
        ["NEEDSVT", "1"],
      ])
    ).result;
    expect(split.path).toMatch(/^\/s\/[\w-]+~[\w-]{43}$/);
  });

  it("ignores rows of the form without a target", async () => {
    const { result } = await generateSplitLink([
      ["/viral", "1"],
      ["", "5"],
      ["/social", "1"],
    ]);
    expect(result.split.shares).toHaveLength(2);
  });

  it("differs for each form, but stays the same if the same form is sent twice", async () => {
    const tokenSchema = z.object({ formToken: z.string() });
    const { formToken } = tokenSchema.parse((await admin.get(splitGenerator, path)).data);
    const targetRows: TargetRow[] = [
      ["WELCOME", "1"],
      ["VIP2026", "1"],
    ];
    const firstResponse = await postSplitForm(targetRows, { formToken });
    const secondResponse = await postSplitForm(targetRows, { formToken });
    const readSplitPath = ({ reply }: { reply: unknown }) =>
      createdSplitSchema.parse(reply).result.split.path;
    expect(readSplitPath(secondResponse)).toBe(readSplitPath(firstResponse));
    expect(tokenSchema.parse(secondResponse.data).formToken).not.toBe(formToken);
  });

  it("appears with a chart of the expected shares and with a table of their values", async () => {
    const html = pageHtml(
      await generateSplitLink([
        ["/viral", "1000"],
        ["/social", "1"],
      ]),
    );
    expect(html).toContain('aria-label="Expected shares: 1: 99.9%, 2: 0.1%"');
    expect(html.match(/<polygon /g)).toHaveLength(2);
    expect(html).not.toContain("style=");
    expect(html).toMatch(/<th scope="row">\/social<\/th><td>0.1%<\/td>/);
    expect(html.match(/ autofocus=""/g)).toHaveLength(1);
    expect(html).toMatch(/<input id="link"[^>]* autofocus=""/);
  });
});

describe("row added to the form", () => {
  it("appears below the previous input and takes the focus", async () => {
    const targetRows: TargetRow[] = [
      ["not a c<de", "0"],
      ["", ""],
    ];
    const response = await postSplitForm(targetRows, { intent: "add", label: "<>" });
    const input = {
      label: "<>",
      rows: [
        { target: "not a c<de", weight: "0" },
        { target: "", weight: "" },
        { target: "", weight: "1" },
      ],
    };
    expect(response).toMatchObject({ status: 200, reply: { typed: input, result: { status: "added" } } });
    const html = pageHtml({ typed: input, result: { status: "added" } });
    expect(html).toMatch(/<input id="target-3"[^>]* autofocus=""/);
    expect(html.match(/ autofocus=""/g)).toHaveLength(1);
  });

  it("does not appear if the form already has ten rows", async () => {
    const targetRows = Array.from({ length: 12 }, (_, index): TargetRow => [`/a${index}`, "1"]);
    const { reply } = await postSplitForm(targetRows, { intent: "add" });
    const { typed } = z.object({ typed: z.object({ rows: z.array(z.unknown()) }) }).parse(reply);
    expect(typed.rows).toHaveLength(10);
  });
});

const validRow: TargetRow = ["/viral", "1"];

describe("rejected request for a split link", () => {
  it.each<[string, TargetRow[], string, string]>([
    [
      "no target",
      [
        ["", "1"],
        ["", "2"],
      ],
      "target-1",
      "few",
    ],
    ["one target", [validRow, ["", "1"]], "target-2", "few"],
    ["no code", [validRow, ["c\u00f6de", "1"]], "target-2", "target"],
    ["a path without its slash", [validRow, ["x/y", "1"]], "target-2", "target"],
    ["a weight of 0", [validRow, ["/social", "0"]], "weight-2", "weight"],
    ["a fractional weight", [validRow, ["/social", "0.5"]], "weight-2", "weight"],
    ["a negative weight", [validRow, ["/social", "-1"]], "weight-2", "weight"],
    ["a weight in words", [validRow, ["/social", "one"]], "weight-2", "weight"],
    ["a weight above the maximum", [validRow, ["/social", "1001"]], "weight-2", "weight"],
    ["no weight", [["/social", ""], validRow], "weight-1", "weight"],
    ...[
      "//evil.example",
      "/\\evil.example",
      "/https://evil.example",
      "/admin/splitgenerator",
      "/admin",
      "/login",
      "/logout",
      "/invite",
      "/s/token",
      "/s",
      "/data",
      "/assets",
      "/assets/app.js",
      "/viral.data",
      "/de/viral",
      "/de",
      "/nowhere/at/all",
      "/products/none",
      "/error/404",
      "/registration/deny",
      "/registration/formstarted",
      "/viral?rc=WELCOME",
      "/viral#top",
      "/../admin",
      "/Viral",
    ].map((target): [string, TargetRow[], string, string] => [
      target,
      [validRow, [target, "1"]],
      "target-2",
      "target",
    ]),
    ["a code that acq does not know", [["UNKNOWN", "1"], validRow], "target-1", "REGISTRATION_CODE_INVALID"],
    ["a code without places", [["EMPTY", "1"], validRow], "target-1", "REGISTRATION_CODE_NO_BALANCE_LEFT"],
  ])("names the invalid field of a form with %s", async (_description, rows, fieldId, problem) => {
    expect(await postSplitForm(rows)).toMatchObject({
      status: 422,
      reply: {
        typed: { rows: rows.map(([target, weight]) => ({ target, weight })) },
        result: { status: "problem", fields: [{ fieldId, problems: [problem] }] },
      },
      data: { page: { title: "Error: Split generator – Velvetgate" } },
    });
  });

  it("reports all invalid fields at once, including codes that acq rejects", async () => {
    const response = await postSplitForm(
      [
        ["c\u00f6de", "0"],
        ["/nowhere/at", "x"],
        ["WELCOME", "1"],
      ],
      { label: "<b>" },
    );
    expect(response.reply).toMatchObject({
      result: {
        fields: [
          { fieldId: "label" },
          { fieldId: "target-1" },
          { fieldId: "weight-1" },
          { fieldId: "target-2" },
          { fieldId: "weight-2" },
        ],
      },
    });
    const responseForTwoCodes = await postSplitForm([
      ["UNKNOWN", "1"],
      ["WELCOME", "1"],
      ["EXPIRED", "1"],
      ["unknown", "2"],
    ]);
    expect(responseForTwoCodes.reply).toMatchObject({
      result: {
        fields: [
          { fieldId: "target-1", problems: ["REGISTRATION_CODE_INVALID"] },
          { fieldId: "target-3", problems: ["REGISTRATION_CODE_EXPIRED"] },
          { fieldId: "target-4", problems: ["REGISTRATION_CODE_INVALID"] },
        ],
      },
    });
  });

  it.each(["x".repeat(65), "a<b", "a/b", "a\u0000b"])(
    "shows a message at the label field for the invalid label %j",
    async (label) => {
      const response = await postSplitForm([validRow, ["/social", "1"]], { label });
      expect(response.reply).toMatchObject({
        result: { fields: [{ fieldId: "label", problems: ["label"] }] },
      });
    },
  );

  it("shows each message at the invalid field and in the error summary", () => {
    const result = {
      status: "problem" as const,
      fields: [{ fieldId: "weight-2", problems: ["weight" as const] }],
    };
    const targetRows = [validRow, validRow].map(([target, weight]) => ({ target, weight }));
    const html = pageHtml({ typed: { label: "", rows: targetRows }, result });
    expect(html.split("Please enter a whole number from 1 to 1,000.")).toHaveLength(3);
    expect(html).toContain('<a href="#weight-2">');
    expect(html).toMatch(/<input id="weight-2"[^>]* aria-invalid="true"/);
  });

  it.each([
    ["target-2", "target", "Target 2: Please enter a registration code, or the path of"],
    ["label", "label", "Label: Please use only letters"],
    ["target-1", "few", "Please enter at least two targets."],
    ["target-1", "long", "Together, these targets"],
  ] as const)(
    "links to the field %s in the error summary for the problem %s",
    (fieldId, problem, message) => {
      const targetRows = [validRow, validRow].map(([target, weight]) => ({ target, weight }));
      const fields = [{ fieldId, problems: [problem] }];
      const html = pageHtml({
        typed: { label: "", rows: targetRows },
        result: { status: "problem", fields },
      });
      expect(html).toContain(`<a href="#${fieldId}">${message}`);
    },
  );

  it.each(["generateRegistrationLink", "viewer"])(
    "keeps the input when acq does not answer the call %s",
    async (operation) => {
      await club.failNextCall(operation);
      const targetRows: TargetRow[] = [validRow, ["WELCOME", "7"]];
      expect(await postSplitForm(targetRows)).toMatchObject({
        status: 503,
        isFinal: false,
        reply: {
          typed: { rows: [{}, { target: "WELCOME", weight: "7" }] },
          result: { status: "failed", failure: { kind: "failed" } },
        },
      });
    },
  );
});

describe("split generator with an inconsistent acq", () => {
  const viewer = { firstName: "Ada", roles: ["ADMIN"], invitation: null };
  const errors = [{ message: "no", extensions: { code: "FORBIDDEN" } }];
  const targetRows = Array.from({ length: 10 }, (_, index): TargetRow => [`CODE${index}`, "1"]);

  it("shows a message when acq refuses to generate a link", async () => {
    const acq = await startStubAcq((operation) => (operation === "viewer" ? { viewer } : { errors }));
    const clubWithBrokenAcq = await startClub({ ACQ_GRAPHQL_URL: acq.url });
    const visitor = newVisitor(clubWithBrokenAcq);
    visitor.cookies.set("auth.token", "any");
    expect(await visitor.post(splitGenerator, path, createFields(targetRows))).toMatchObject({
      status: 403,
      reply: { result: { status: "forbidden" }, typed: { rows: targetRows.map(([target]) => ({ target })) } },
    });
    await Promise.all([clubWithBrokenAcq.stop(), acq.stop()]);
  });

  it("shows a message for timestamps that are too long for a URL", async () => {
    const link = {
      registrationCode: "X",
      validityTimestamp: "x".repeat(400),
      expiresAt: "2099-01-01T00:00:00Z",
    };
    const acq = await startStubAcq((operation) =>
      operation === "viewer" ? { viewer } : { generateRegistrationLink: { link, errors: [] } },
    );
    const clubWithLongValues = await startClub({ ACQ_GRAPHQL_URL: acq.url });
    const visitor = newVisitor(clubWithLongValues);
    visitor.cookies.set("auth.token", "any");
    expect(await visitor.post(splitGenerator, path, createFields(targetRows))).toMatchObject({
      status: 422,
      reply: { result: { fields: [{ fieldId: "target-1", problems: ["long"] }] } },
    });
    await Promise.all([clubWithLongValues.stop(), acq.stop()]);
  });
});
