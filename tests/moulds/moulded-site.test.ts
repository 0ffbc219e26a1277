import { afterAll, beforeAll, expect, it } from "vitest";
import { startSite, type Site } from "../server/foreign-acq";
import { newHttpVisitor } from "../server/http-visitor";
import { startStubAcq, usableCode, type StubAcq } from "../server/stub-acq";

// A countdown says when its page was made: it is never the same twice.
const plain = { FEATURES: "seasonal-banner=none" };
let inviter = "";
let acq: StubAcq;
let site: Site;
/** Never asked twice for the same page, so that it draws each. */
let fresh: Site;

beforeAll(async () => {
  acq = await startStubAcq((operation) =>
    operation === "checkRegistrationCode" ? usableCode(inviter) : { countryDetails: { country: "DE" } },
  );
  [site, fresh] = await Promise.all([startSite(acq.url, plain), startSite(acq.url, plain)]);
});

afterAll(async () => {
  await Promise.all([site.server.stop(), fresh.server.stop()]);
  await acq.stop();
});

const pages = ["/registration/formstarted", "/de/registration/formstarted", "/pl", "/sv/viral"];

it.each(pages)("%s out of a mould is the very page that is drawn without one", async (path) => {
  for (const [code, name] of [
    ["ALPHA1", "Annelotte"],
    ["BRAVO2", "Brunhild"],
  ]) {
    inviter = name ?? "";
    await newHttpVisitor(site).get(`${path}?rc=${code ?? ""}&vt=2026-11-21`);
  }
  inviter = `Zoë "O'Brien" <b>&`;
  const query = "?rc=VIP-2026&vt=a%3Ab%2Bc&utm_source='x'";
  const moulded = await newHttpVisitor(site).get(`${path}${query}`);
  const drawn = await newHttpVisitor(fresh).get(`${path}${query}`);
  expect(moulded.status).toBe(200);
  expect(moulded.body).toContain("Zoë &quot;O&#x27;Brien&quot; &lt;b&gt;&amp;");
  expect(moulded.body).not.toMatch(/Annelotte|Brunhild|ALPHA1|BRAVO2/);
  expect(alike(moulded.body, site)).toBe(alike(drawn.body, fresh));
});

/** But for what is new each time: nonce, form token, and the site's own address. */
function alike(body: string, { origin }: Site): string {
  return body
    .replaceAll(origin, "")
    .replaceAll(/nonce="[\w-]+"/g, "nonce")
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "token");
}

it("who saves data and who does not get no page out of one another’s mould", async () => {
  inviter = "Anna";
  const path = "/fr/registration/formstarted?rc=ALPHA1";
  const saving = { "Save-Data": "on" };
  for (let time = 0; time < 3; time += 1)
    expect((await newHttpVisitor(site, saving).get(path)).body).not.toContain("@font-face");
  for (let time = 0; time < 3; time += 1)
    expect((await newHttpVisitor(site).get(path)).body).toContain("@font-face");
  expect((await newHttpVisitor(site, saving).get(path)).body).not.toContain("@font-face");
});

it("what somebody typed is drawn for them alone", async () => {
  inviter = "Anna";
  const visitor = newHttpVisitor(site);
  const path = "/registration/formstarted?rc=ALPHA1";
  await visitor.get(path);
  await visitor.post("/language", { locale: "de", returnTo: path, firstname: "Kanarienvogel" });
  for (let time = 0; time < 3; time += 1) expect((await visitor.get(path)).body).toContain("Kanarienvogel");
  for (let time = 0; time < 3; time += 1)
    expect((await newHttpVisitor(site).get(path)).body).not.toContain("Kanarienvogel");
});
