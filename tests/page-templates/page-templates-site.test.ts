import { afterAll, beforeAll, expect, it } from "vitest";
import { startSite, type Site } from "../server/foreign-acq";
import { newHttpVisitor, type HttpAnswer, type HttpVisitor } from "../server/http-visitor";
import { startStubAcq, usableCode, type StubAcq } from "../server/stub-acq";
import { requestsIn } from "../support/log-lines";

// A countdown says when its page was made: it is never the same twice.
const plain = { FEATURES: "seasonal-banner=none" };
let inviter = "";
let acq: StubAcq;
let site: Site;
/** Never asked twice for the same page, so that it draws each. */
let fresh: Site;

beforeAll(async () => {
  acq = await startStubAcq((operation) =>
    operation === "checkRegistrationCode"
      ? usableCode(inviter)
      : { countryDetails: { country: "DE" }, viewer: null },
  );
  [site, fresh] = await Promise.all([startSite(acq.url, plain), startSite(acq.url, plain)]);
});

afterAll(async () => {
  await Promise.all([site.server.stop(), fresh.server.stop()]);
  await acq.stop();
});

const pages = ["/registration/formstarted", "/de/registration/formstarted", "/pl", "/sv/viral"];
const form = "/it/registration/formstarted";

it.each(pages)("%s out of a template is the very page that is drawn without one", async (path) => {
  for (const [code, name] of [
    ["ALPHA1", "Annelotte"],
    ["BRAVO2", "Brunhild"],
  ]) {
    inviter = name ?? "";
    await newVisitor().get(`${path}?rc=${code ?? ""}&vt=2026-11-21`);
  }
  inviter = `Zoë "O'Brien" <b>&`;
  const query = "?rc=VIP-2026&vt=a%3Ab%2Bc&utm_source='x'";
  const filled = await outOfTemplate(() => newVisitor().get(`${path}${query}`));
  const drawn = await newHttpVisitor(fresh).get(`${path}${query}`);
  expect(filled.status).toBe(200);
  expect(filled.body).toContain("Zoë &quot;O&#x27;Brien&quot; &lt;b&gt;&amp;");
  expect(filled.body).not.toMatch(/Annelotte|Brunhild|ALPHA1|BRAVO2/);
  expect(alike(filled, site)).toBe(alike(drawn, fresh));
});

const words = [
  ...["pat", "B", "Data", "ram", "mat", "ash", "e", "null", "true", "0", '"', "\\u0041", "<script>"],
  ...["</body>", "{{x}}", "{{inviter}}", "$t(x)", "$&", "$1", "&amp;", "inviter", "de", "slot0e", "Zoë 😀"],
];

it.each(words)("a member called %j invites as often as they like", async (name) => {
  inviter = name;
  for (const path of [form, "/nl"]) {
    const views = await threeViews(`${path}?rc=ALPHA1`);
    expect(views[0]).toContain(escaped(name));
  }
});

it.each(words)("%j is a code like any other, and a timestamp", async (word) => {
  inviter = "Anna";
  const encoded = encodeURIComponent(word);
  await threeViews(`${form}?rc=${encoded}`);
  await threeViews(`/nl?rc=ALPHA1&vt=${encoded}&${encoded}=${encoded}`);
});

it("who was invited by nobody in particular is told so, and who was, by whom", async () => {
  inviter = "";
  const [alone = ""] = await threeViews(`${form}?rc=ALPHA1`);
  inviter = "Marcella";
  const [invited = ""] = await threeViews(`${form}?rc=ALPHA1`);
  expect(alone).not.toContain("Marcella");
  expect(invited).toContain("Marcella");
});

it("nothing else of a visitor gets into a template", async () => {
  inviter = "Canary-inviter";
  const path = "/fr/registration/formstarted";
  for (const number of ["1", "2", "3"]) {
    const canary = `canary-${number}`;
    const visitor = newVisitor({
      "User-Agent": `Mozilla/5.0 ${canary}`,
      ...{ Referer: `${site.origin}/fr/${canary}`, "Accept-Language": `fr-CA;q=0.9, x-${canary}` },
      ...{ "X-Forwarded-For": canary, traceparent: canary, "X-Canary": canary },
    });
    for (const name of ["sid", "other", "auth.token", "consent"]) visitor.cookies.set(name, canary);
    await visitor.get(`${path}?rc=${canary}&vt=${canary}&utm_source=${canary}`);
  }
  inviter = "Anna";
  const { body } = await outOfTemplate(() => newVisitor().get(`${path}?rc=ALPHA1`));
  expect(body).toContain("Anna");
  expect(body).not.toMatch(/canary/i);
});

it("what somebody typed is on their page alone, out of a template too", async () => {
  inviter = "Anna";
  const path = "/registration/formstarted?rc=ALPHA1";
  for (const typed of ["pat", `"><script>`, "Kanarienvogel"]) {
    const visitor = newVisitor();
    await visitor.get(path);
    await visitor.post("/language", { locale: "de", returnTo: path, firstname: typed });
    for (let time = 0; time < 2; time += 1)
      expect((await visitor.get(path)).body).toContain(`value="${escaped(typed)}"`);
    const { body } = await outOfTemplate(() => visitor.get(path));
    expect(body).toContain(`value="${escaped(typed)}"`);
  }
  for (let time = 0; time < 3; time += 1)
    expect((await newVisitor().get(path)).body).not.toContain("Kanarienvogel");
});

it.each(["pl", "sv"])("no page in %s holds a NUL, wherever React's buffers end", async (locale) => {
  inviter = "Zoë";
  for (let length = 1; length <= 12; length += 1) {
    const { body } = await newVisitor().get(`/${locale}/${"a".repeat(length)}?rc=ALPHA1`);
    expect(body).not.toContain("\0");
  }
});

it("who saves data and who does not get no page out of one another’s template", async () => {
  inviter = "Anna";
  const path = "/fr/registration/formstarted?rc=ALPHA1";
  const saving = { "Save-Data": "on" };
  for (let time = 0; time < 3; time += 1)
    expect((await newVisitor(saving).get(path)).body).not.toContain(".woff2");
  for (let time = 0; time < 3; time += 1) expect((await newVisitor().get(path)).body).toContain(".woff2");
  expect((await newVisitor(saving).get(path)).body).not.toContain(".woff2");
});

/** The page as three visitors get it: each time there, and the same but for nonce and token. */
async function threeViews(path: string): Promise<string[]> {
  const views: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    const answer = await newVisitor().get(path);
    expect(answer.status).toBe(200);
    views.push(alike(answer, site));
  }
  expect(new Set(views).size).toBe(1);
  return views;
}

/** The page without what is new each time: nonce, form token, and the site's own address. */
function alike({ body }: HttpAnswer, { origin }: Site): string {
  return body
    .replaceAll(origin, "")
    .replaceAll(/nonce="[\w-]+"/g, "nonce")
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "token");
}

/** How many requests the log will have told of. */
let sent = 0;

function newVisitor(headers: Record<string, string> = {}): HttpVisitor {
  const visitor = newHttpVisitor(site, headers);
  return {
    ...visitor,
    get(path, more) {
      sent += 1;
      return visitor.get(path, more);
    },
    post(path, fields, more) {
      sent += 1;
      return visitor.post(path, fields, more);
    },
  };
}

/** An answer of which the log says that it came out of a template. */
async function outOfTemplate(visit: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await visit();
  const lines = () => requestsIn(site.server.log());
  await expect.poll(() => lines().length, { timeout: 10_000 }).toBe(sent);
  expect(lines().at(-1)?.["cache"]).toBe("template");
  return answer;
}

const entities: Record<string, string> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;" },
  ...{ '"': "&quot;", "'": "&#x27;" },
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
