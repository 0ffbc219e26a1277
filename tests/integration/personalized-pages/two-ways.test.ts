import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filledForm, readHiddenField, type HttpResponse, type HttpVisitor } from "../server/http-visitor";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import {
  listComparableHeaders,
  visitUntilTemplateExists,
  parsePage,
  watchSite,
  type WatchedSite,
} from "./two-ways";

let startedSites: Velvetgate[];
let site: WatchedSite;
/** A site below a base path, with the lean flow, in a week with a countdown. */
let leanSite: WatchedSite;

beforeAll(async () => {
  startedSites = await Promise.all([
    startVelvetgate(),
    startVelvetgate({
      env: { FEATURES: "registration-flow=lean,seasonal-banner=black-friday" },
      basePath: "/club",
    }),
  ]);
  const [firstSite, secondSite] = startedSites.map((startedSite) =>
    watchSite(startedSite, () => startedSite.log()),
  );
  if (!firstSite || !secondSite) throw new Error("no sites");
  [site, leanSite] = [firstSite, secondSite];
});

afterAll(async () => {
  await Promise.all(startedSites.map((startedSite) => startedSite.stop()));
});

const form = "/registration/formstarted";

/**
 * A page, and the steps before it. After these steps, the pages of different visitors differ only in personal values.
 */
interface ComparedPage {
  name: string;
  path: string;
  headers?: Record<string, string>;
  /** The expected HTTP status; 200 by default. */
  status?: number;
  prepare?: (visitor: HttpVisitor, page: string) => Promise<unknown>;
}

const createUniqueEmail = () => `zoe-${crypto.randomUUID().slice(0, 8)}@example.com`;

async function register(
  visitor: HttpVisitor,
  prefix: string,
  email = createUniqueEmail(),
): Promise<HttpResponse> {
  const { body } = await visitor.get(`${prefix}${form}?rc=WELCOME`);
  return visitor.post(`${prefix}${form}`, filledForm(body, email));
}

async function signIn(visitor: HttpVisitor): Promise<void> {
  const { body } = await visitor.get("/nl/login");
  const formToken = readHiddenField(body, "formToken");
  const fields = { formToken, email: "member@example.com", password: "velvetgate" };
  const { status } = await visitor.post("/nl/login", fields);
  expect(status).toBe(303);
}

const finishedPath = "/de/registration/formfinished";

const states: ComparedPage[] = [
  { name: "the form", path: `${form}?rc=WELCOME` },
  { name: "the form under a language prefix", path: `/de${form}?rc=WELCOME` },
  {
    name: "the form of a returning visitor",
    path: `/pl${form}?rc=WELCOME`,
    prepare: (visitor) => visitor.get("/pl/membership-interest/apply"),
  },
  { name: "the form with Save-Data", path: `${form}?rc=WELCOME`, headers: { "Save-Data": "on" } },
  {
    name: "the form with typed values",
    path: `/fr${form}?rc=WELCOME`,
    async prepare(visitor, page) {
      await visitor.get(page);
      await visitor.post("/language", {
        locale: "fr",
        returnTo: page,
        firstname: "Zoë",
        email: createUniqueEmail(),
      });
    },
  },
  {
    name: "the form for a signed-in member",
    path: `/nl${form}?rc=WELCOME`,
    prepare: (visitor) => signIn(visitor),
  },
  { name: "an invited landing page", path: "/pl?rc=WELCOME" },
  { name: "a damaged link to the form", path: `/it${form}?rc=3DWEL%E2%80%8BCOME.&amp;rc=WELCOME` },
  { name: "a damaged link to the landing page", path: "/nl?rc=%3CWELCOME%3E" },
  { name: "an invited landing page of a campaign", path: "/sv/viral?rc=WELCOME" },
  {
    name: "an invited landing page with a product",
    path: "/it/viral-product-share?rc=WELCOME&product=silk-scarf",
  },
  {
    name: "an invited landing page after a registration",
    path: "/de?rc=WELCOME",
    prepare: (visitor) => register(visitor, "/de"),
  },
  {
    name: "the finished message, first view",
    path: finishedPath,
    prepare: (visitor) => register(visitor, "/de"),
  },
  {
    name: "the finished message, second view",
    path: finishedPath,
    async prepare(visitor) {
      await register(visitor, "/de");
      await visitor.get(finishedPath);
    },
  },
  {
    name: "the finished message after a status check",
    path: finishedPath,
    async prepare(visitor) {
      await register(visitor, "/de");
      const { body } = await visitor.get(finishedPath);
      await visitor.post(finishedPath, { formToken: readHiddenField(body, "formToken"), intent: "check" });
    },
  },
  {
    name: "pending",
    path: "/it/registration/registrationformemailpendingcomplete",
    async prepare(visitor) {
      await register(visitor, "/it", "pending@example.com");
      // Opens the page once: only the first visit shows the seconds until the next e-mail is possible.
      await visitor.get("/it/registration/registrationformemailpendingcomplete");
    },
  },
  {
    name: "active",
    path: "/nl/registration/registrationformemailactivecomplete",
    prepare: (visitor) => register(visitor, "/nl", "active@example.com"),
  },
  {
    name: "active, for a visitor without a registration",
    path: "/registration/registrationformemailactivecomplete",
  },
  { name: "activation", path: "/fr/registration/activateaccount?accountActivationId=any-one" },
  {
    name: "a damaged link to the activation",
    path: "/fr/registration/activateaccount?amp;accountActivationId=3Dany=%0A-id)",
  },
  { name: "an application", path: "/sv/membership-interest/apply" },
  {
    name: "an application with a typed e-mail address",
    path: "/membership-interest/apply",
    prepare: (visitor) => visitor.post("/membership-interest/apply", { email: `${createUniqueEmail()} <` }),
  },
];

/** The IP address of a client that has reached the limit for unknown links, so that its links are not checked. */
const limitedHeaders = { "X-Forwarded-For": "203.0.113.99" };

/**
 * Pages that the site sends when it refuses a request. They have templates too, so that many refusals at once cost no
 * more than other pages.
 */
const refusalPages: ComparedPage[] = [
  ...[`${form}?rc=WELCOME`, `/de${form}?rc=WELCOME`, "/pl?rc=WELCOME"].map((path) => ({
    name: `too many unknown links, at ${path}`,
    path,
    headers: limitedHeaders,
    status: 429,
  })),
  {
    name: "too many unknown links, with Save-Data",
    path: `/fr${form}?rc=WELCOME`,
    headers: { ...limitedHeaders, "Save-Data": "on" },
    status: 429,
  },
];

const leanFlowPages: ComparedPage[] = [
  { name: "the lean flow’s first step", path: `/de${form}?rc=WELCOME` },
  {
    name: "the lean flow’s second step",
    path: `/de${form}?step=2&rc=WELCOME`,
    async prepare(visitor) {
      const { body } = await visitor.get(`/de${form}?rc=WELCOME`);
      const { formToken, legalTexts, country, email } = filledForm(body, createUniqueEmail());
      const fields = { formToken, legalTexts, country, email, intent: "leanStep1" };
      const { location } = await visitor.post(`/de${form}`, fields as Record<string, string>);
      expect(location).toBe(`/club/de${form}?step=2`);
    },
  },
  { name: "an invited landing page in the week of a countdown", path: "/en?rc=WELCOME" },
];

describe("page from a template", () => {
  it.each(states)("equals the page that Remix renders, in bytes and headers: $name", async (state) => {
    await expectSamePage(site, state);
  });

  it.each(leanFlowPages)(
    "equals the page that Remix renders, with changed features and a base path: $name",
    async (state) => {
      await expectSamePage(leanSite, state);
    },
  );

  it.each(refusalPages)("equals the rejection page that Remix renders: $name", async (state) => {
    const visitor = site.visitor(limitedHeaders);
    for (let code = 0; code < 40; code += 1) await visitor.get(`${form}?rc=UNKNOWN${code}`);
    await expectSamePage(site, state);
  });

  it("equals the error page that Remix renders when acq does not answer", async () => {
    const [velvetgate] = startedSites;
    await velvetgate?.addFault({
      operationName: "checkRegistrationCode",
      kind: "status",
      value: 500,
      times: 1000,
    });
    await expectSamePage(site, { name: "acq does not answer", path: `/sv${form}?rc=WELCOME`, status: 503 });
    await velvetgate?.clearFaults();
  });
});

/**
 * Expects that the page from its template equals the page from Remix. The test gets Remix's page by a request without
 * HTML in its Accept header, which is not served from a template.
 */
async function expectSamePage(testedSite: WatchedSite, state: ComparedPage): Promise<void> {
  const { path, headers, status = 200, prepare } = state;
  const currentMinute = Math.floor(Date.now() / 60_000);
  const visit = async (accept: string) => {
    const visitor = testedSite.visitor(headers);
    await prepare?.(visitor, path);
    return visitor.get(path, { Accept: accept });
  };
  const templatePage = await visitUntilTemplateExists(testedSite, () => visit("text/html"));
  const renderedPage = await visit("text/plain");
  // Repeats the comparison if a new minute has begun: the countdown shows minutes, which must be the same in both
  // pages.
  if (Math.floor(Date.now() / 60_000) !== currentMinute) return expectSamePage(testedSite, state);
  expect(await testedSite.readLastCacheField()).toBe("none");
  expect([templatePage.status, renderedPage.status]).toEqual([status, status]);
  expect(listComparableHeaders(templatePage, testedSite.origin)).toEqual(
    listComparableHeaders(renderedPage, testedSite.origin),
  );
  expect(await parsePage(templatePage, testedSite.origin)).toEqual(
    await parsePage(renderedPage, testedSite.origin),
  );
}
