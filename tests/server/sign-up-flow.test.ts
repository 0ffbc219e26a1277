import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linksIn, textsOf } from "../support/html-text";
import { startVelvetgate, type Velvetgate } from "../support/velvetgate";
import { filledForm, newHttpVisitor } from "./http-visitor";

const features = {
  "full steps, one page": "registration-flow=default,signup-steps=full",
  "short steps, one page": "registration-flow=default,signup-steps=short",
  "full steps, lean": "registration-flow=lean,signup-steps=full",
  "short steps, lean": "registration-flow=lean,signup-steps=short,landing-layout=only-mobile",
};

/** The steps of the page's sign-up flow. */
function stepsIn(html: string): string[] {
  const [, steps = ""] = /<ol class="flow-steps"[^>]*>(.*?)<\/section>/s.exec(html) ?? [];
  return steps.split('<li class="flow-step"').slice(1);
}

describe.each(Object.entries(features))("the sign-up flow with %s", (name, chosen) => {
  let site: Velvetgate;
  beforeAll(async () => {
    site = await startVelvetgate({ env: { FEATURES: `${chosen},seasonal-banner=none` } });
  });
  afterAll(() => site.stop());

  it("has the form in its last step, once in the page, for who has a usable code", async () => {
    const { body } = await newHttpVisitor(site).get("/de?rc=WELCOME");
    const steps = stepsIn(body);
    expect(steps).toHaveLength(name.startsWith("full") ? 5 : 3);
    const last = steps.at(-1) ?? "";
    expect(last).toMatch(/^ id="create">/);
    expect(last).toContain('method="post" action="/de/registration/formstarted"');
    expect(last).toContain('name="email"');
    expect(last.includes('name="firstname"')).toBe(name.endsWith("one page"));
    expect(linksIn(last)).not.toContain("#create");
    expect(body.match(/<form [^>]*action="\/de\/registration\/formstarted"/g)).toHaveLength(1);
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(textsOf(last, "h3")).toEqual(["Konto anlegen"]);
  });

  it("has the ways in for everybody else", async () => {
    const { body } = await newHttpVisitor(site).get("/de");
    expect(linksIn(stepsIn(body).at(-1) ?? "")).toContain("#registrationCode");
    expect(body).not.toContain('name="email"');
  });

  it("is sent from there, and begins there again", async () => {
    const visitor = newHttpVisitor(site);
    const { body } = await visitor.get("/de?rc=WELCOME");
    const form = filledForm(body, `zoe-${crypto.randomUUID()}@example.com`);
    const isLean = name.endsWith("lean");
    const sent = await visitor.post("/de/registration/formstarted", {
      ...form,
      intent: isLean ? "leanStep1" : "default",
    });
    expect(sent).toMatchObject({
      status: 303,
      location: `/de/registration/${isLean ? "formstarted?step=2" : "formfinished"}`,
    });
    if (!isLean) return;
    const again = await visitor.get("/de?rc=WELCOME");
    expect(stepsIn(again.body).at(-1)).toContain('name="intent" value="leanStep1"');
  });
});
