import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSite, type Site } from "../server/foreign-acq";
import type { HttpResponse } from "../server/http-visitor";
import { startStubAcq, createUsableDetails, type StubAcq } from "../server/stub-acq";
import { visitUntilTemplateExists, parsePage, watchSite, type WatchedSite } from "./two-ways";

/** The names of inviters by code. The inviter of a code that is not listed is Anna. */
const inviterByCode = new Map<string, string>();
let inviter = "Anna";
let member: object | null = null;
/** The names of the operations that the site called at acq. */
const calledOperations: string[] = [];
const expiredCode = {
  registrationCodeDetails: {
    errors: ["REGISTRATION_CODE_EXPIRED"],
    errorDetails: [],
    invitorName: "Anna",
    countryOptions: [],
  },
};
let acq: StubAcq;
let startedSite: Site;
let site: WatchedSite;

beforeAll(async () => {
  acq = await startStubAcq((operation, _authorization, _headers, variables) => {
    calledOperations.push(operation);
    if (operation === "viewer") return { viewer: member };
    const code = String(variables["registrationCode"]);
    if (code === "GONE") return expiredCode;
    return operation === "checkRegistrationCode"
      ? createUsableDetails(inviterByCode.get(code) ?? inviter)
      : { countryDetails: { country: "DE" }, viewer: null };
  });
  startedSite = await startSite(acq.url, { FEATURES: "seasonal-banner=none", TRUST_PROXY: "1" });
  site = watchSite(startedSite, () => startedSite.server.log());
});

afterAll(async () => {
  await startedSite.server.stop();
  await acq.stop();
});

const form = "/it/registration/formstarted";

const queryValues = [
  "pat",
  "B",
  "Data",
  "ram",
  "mat",
  "ash",
  "e",
  "null",
  "true",
  "0",
  '"',
  "\\u0041",
  "<script>",
  "</body>",
  "{{x}}",
  "{{inviter}}",
  "$t(x)",
  "$&",
  "$1",
  "&amp;",
  "inviter",
  "de",
  "slot0e",
  "Zoë 😀",
];

describe("page from a template", () => {
  it.each(queryValues)("equals the page that Remix renders for an inviter called %j", async (name) => {
    inviter = name;
    for (const path of [form, "/nl"])
      expect(await readPageVariants(`${path}?rc=ALPHA1`)).toContain(escapeHtml(name));
    inviter = "Anna";
  });

  it.each(queryValues)("equals the page that Remix renders for %j in the query", async (queryValue) => {
    const encodedValue = encodeURIComponent(queryValue);
    await readPageVariants(`${form}?rc=ALPHA1&x=${encodedValue}`);
    await readPageVariants(`/nl?rc=ALPHA1&vt=a.b&${encodedValue}=${encodedValue}`);
  });

  it("shows the inviter's name only if acq returns a name", async () => {
    inviter = "";
    expect(await readPageVariants(`${form}?rc=ALPHA1`)).not.toContain("Marcella");
    inviter = "Marcella";
    expect(await readPageVariants(`${form}?rc=ALPHA1`)).toContain("Marcella");
    inviter = "Anna";
  });
});

it("templates contain no data of the requests that started their creation", async () => {
  inviter = "Canary-inviter";
  const path = "/fr/registration/formstarted";
  for (const visitorNumber of ["1", "2", "3"]) {
    const visitorText = `canary-${visitorNumber}`;
    const visitor = site.visitor({
      "User-Agent": `Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0 ${visitorText}`,
      Referer: `${site.origin}/fr/${visitorText}`,
      "Accept-Language": `fr-CA;q=0.9, x-${visitorText}`,
      traceparent: visitorText,
      "X-Canary": visitorText,
    });
    for (const name of ["sid", "other", "consent"]) visitor.cookies.set(name, visitorText);
    await visitor.get(`${path}?rc=${visitorText}&vt=${visitorText}&utm_source=${visitorText}`);
  }
  inviter = "Anna";
  const { body } = await visitUntilTemplateExists(site, () => site.visitor().get(`${path}?rc=ALPHA1`));
  expect(body).toContain("Anna");
  expect(body).not.toMatch(/canary/i);
});

it("text typed by a visitor appears only on that visitor's page, even if the page is built from a template", async () => {
  const path = "/registration/formstarted?rc=ALPHA1";
  for (const input of ["pat", `"><script>`, "Kanarienvogel"]) {
    const visitor = site.visitor();
    await visitor.get(path);
    await visitor.post("/language", { locale: "de", returnTo: path, firstname: input });
    const { body } = await visitUntilTemplateExists(site, () => visitor.get(path));
    expect(body).toContain(`value="${escapeHtml(input)}"`);
  }
  const { body } = await visitUntilTemplateExists(site, () => site.visitor().get(path));
  expect(body).not.toContain("Kanarienvogel");
});

describe("page for simultaneous visitors", () => {
  /** Inviters' names that contain markup, a slot marker or an escape sequence. Each ends with a unique number. */
  const scriptNames = Array.from(
    { length: 48 },
    (_, nameNumber) =>
      `${queryValues[nameNumber % queryValues.length] ?? ""}${"’<&\\".repeat(nameNumber % 7)} №${1000 + nameNumber}!`,
  );

  it.each(["br", "gzip", "identity"])(
    "contains only the data of the requesting visitor, with the content encoding %s",
    async (encoding) => {
      for (const [nameNumber, name] of scriptNames.entries())
        inviterByCode.set(`CODE${1000 + nameNumber}`, name);
      await visitUntilTemplateExists(site, () => site.visitor().get(`${form}?rc=CODE1000`));
      const visitPromises = scriptNames.map(async (name, nameNumber) => {
        const code = `CODE${1000 + nameNumber}`;
        const timestamp = `ts-${1000 + nameNumber}`;
        for (let time = 0; time < 3; time += 1) {
          const page = await requestAdmitted(`${form}?rc=${code}&vt=${timestamp}`, encoding);
          expect(page).toContain(escapeHtml(name));
          expect(page).toContain(`rc=${code}&amp;vt=${timestamp}`);
          // Each inviter's name has a unique number, so any other number would come from another visitor's page.
          expect(new Set(page.match(/№\d+/g))).toEqual(new Set([`№${1000 + nameNumber}`]));
          expect(new Set(page.match(/CODE\d+/g))).toEqual(new Set([code]));
        }
      });
      await Promise.all(visitPromises);
    },
  );
});

it.each(["br", "gzip"])(
  "pages with the content encoding %s all have the same size once their template has been precompressed",
  async (encoding) => {
    const measurePageSize = async () =>
      (await requestAdmittedRaw("/sv/registration/formstarted?rc=ALPHA1", encoding)).body.length;
    await visitUntilTemplateExists(site, () => site.visitor().get("/sv/registration/formstarted?rc=ALPHA1"));
    // Precompressed pages all have the same size. Without precompression, the size varies with the nonce and the form
    // token.
    const countDistinctSizes = async () => {
      const distinctSizes = new Set<number>();
      for (let time = 0; time < 8; time += 1) distinctSizes.add(await measurePageSize());
      return distinctSizes.size;
    };
    await expect.poll(countDistinctSizes, { timeout: 20_000 }).toBe(1);
    // The log mentions no failed worker thread, which shows that the build contains the worker's file.
    expect(startedSite.server.log()).not.toContain("worker thread");
  },
);

it.each(["pl", "sv"])(
  "pages in %s contain no NUL characters from the ends of React's buffers",
  async (locale) => {
    inviter = "Zoë";
    for (let length = 1; length <= 12; length += 1) {
      const { body } = await site.visitor().get(`/${locale}/${"a".repeat(length)}?rc=ALPHA1`);
      expect(body).not.toContain("\0");
    }
    inviter = "Anna";
  },
);

it("visitors with and without Save-Data get different templates", async () => {
  const path = "/fr/registration/formstarted?rc=ALPHA1";
  const saveDataHeaders = { "Save-Data": "on" };
  const fetchPageBody = async (headers: Record<string, string>) =>
    (await visitUntilTemplateExists(site, () => site.visitor(headers).get(path))).body;
  expect(await fetchPageBody(saveDataHeaders)).not.toMatch(/\.woff2|page-data/);
  expect(await fetchPageBody({})).toMatch(/\.woff2[^]*page-data/);
  expect(await fetchPageBody(saveDataHeaders)).not.toMatch(/\.woff2|page-data/);
});

it("visitors with an empty slot value get a separate template", async () => {
  const path = "/nl/registration/formstarted?rc=ALPHA1";
  const visit = async (firstName: string) => {
    member = { id: "1", firstName, roles: ["MEMBER"], vipStatus: null, invitation: null };
    const visitor = site.visitor();
    visitor.cookies.set("auth.token", "a-token");
    const { body } = await visitUntilTemplateExists(site, () => visitor.get(path));
    return {
      title: /og:title" content="([^"]*)"/.exec(body)?.[1],
      tokens: body.match(/name="formToken" value="eyJ/g),
    };
  };
  const namedVisit = await visit("Ada");
  const unnamedVisit = await visit("");
  member = null;
  expect(namedVisit.title).toContain("Anna");
  expect(unnamedVisit).toEqual(namedVisit);
});

describe("requests that Remix renders", () => {
  it.each<[string, string, number, string[]]>([
    [
      "that is rendered for the first time",
      "/nl/first-time?rc=ALPHA1",
      200,
      ["checkRegistrationCode", "countryDetails"],
    ],
    ["with a code that acq rejects", `${form}?rc=GONE`, 303, ["checkRegistrationCode", "countryDetails"]],
    ["without a code", form, 303, []],
  ])("repeat no acq operation for a page %s", async (_, path, status, operations) => {
    calledOperations.length = 0;
    const response = await site.visitor().get(path);
    expect([response.status, await site.readLastCacheField()]).toEqual([status, "none"]);
    expect([...calledOperations].sort()).toEqual(operations);
  });
});

describe("requests that no template can answer", () => {
  const usualPath = `${form}?rc=ALPHA1`;
  const fetchPage = (path: string, headers: Record<string, string> = {}) => site.visitor().get(path, headers);

  it.each<[string, () => Promise<HttpResponse>, number]>([
    [
      "a request from a crawler",
      () => fetchPage(usualPath, { "User-Agent": "Examplebot/2.1 (+https://bot.example)" }),
      200,
    ],
    ["a data request", () => fetchPage(`${form}.data?rc=ALPHA1`), 200],
    ["a link without a code", () => fetchPage(form), 303],
    ["a link with a code that is too long", () => fetchPage(`${form}?rc=${"A".repeat(65)}`), 303],
    ["Remix’s parameter _data in the query", () => fetchPage(`${usualPath}&_data=root`), 404],
    ["Remix’s parameter _data, encoded", () => fetchPage(`${usualPath}&%5Fdata=root`), 404],
    [
      "Remix’s parameter _data after a second question mark",
      () => fetchPage(`${usualPath}?x=&_data=root`),
      404,
    ],
    ["a listed referrer", () => fetchPage(usualPath, { Referer: "https://www.google.de/" }), 303],
  ])("get a response that Remix renders: %s", async (_, visit, status) => {
    await visitUntilTemplateExists(site, () => site.visitor().get(usualPath));
    const response = await visit();
    expect([response.status, await site.readLastCacheField()]).toEqual([status, "none"]);
  });
});

/**
 * Expects that the page from its template equals the page that Remix renders. The test gets Remix's page by a request
 * without HTML in its Accept header, which is not served from a template.
 *
 * @returns the page from its template
 */
async function readPageVariants(path: string): Promise<string> {
  const renderedPage = await site.visitor().get(path, { Accept: "text/plain" });
  const templatePage = await visitUntilTemplateExists(site, () => site.visitor().get(path));
  expect([renderedPage.status, templatePage.status]).toEqual([200, 200]);
  expect(await parsePage(templatePage, site.origin)).toEqual(await parsePage(renderedPage, site.origin));
  return templatePage.body;
}

let addressCount = 0;

interface RawResponse {
  status: number | undefined;
  encoding: string | undefined;
  body: Buffer;
}

function requestRaw(path: string, encoding: string): Promise<RawResponse> {
  site.countRequest();
  return new Promise((resolve, reject) => {
    const headers = {
      Accept: "text/html",
      "Accept-Encoding": encoding,
      "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      "X-Forwarded-For": `100.127.${addressCount >> 8}.${(addressCount += 1) % 256}`,
    };
    get(site.url(path), { headers }, (response) => {
      const { "content-encoding": sentEncoding } = response.headers;
      const { statusCode: status } = response;
      buffer(response).then((body) => resolve({ status, encoding: sentEncoding, body }), reject);
    }).once("error", reject);
  });
}

/** Requests a page until the overload guard admits the request (docs/decisions/overload.md). */
async function requestAdmittedRaw(path: string, encoding: string): Promise<RawResponse> {
  for (;;) {
    const response = await requestRaw(path, encoding);
    if (response.status === 503) continue;
    expect([response.status, response.encoding]).toEqual([
      200,
      encoding === "identity" ? undefined : encoding,
    ]);
    return response;
  }
}

async function requestAdmitted(path: string, encoding: string): Promise<string> {
  const { encoding: sentEncoding, body } = await requestAdmittedRaw(path, encoding);
  if (sentEncoding === "br") return brotliDecompressSync(body).toString();
  return (sentEncoding === "gzip" ? gunzipSync(body) : body).toString();
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
