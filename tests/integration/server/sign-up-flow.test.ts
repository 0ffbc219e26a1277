import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attributeOf, linksIn, textOf, textsOf } from "../../support/html-text";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { filledForm, readHiddenField, createHttpVisitor } from "./http-visitor";

const features = {
  "full steps, one page": "registration-flow=default,signup-steps=full",
  "short steps, one page": "registration-flow=default,signup-steps=short",
  "full steps, lean": "registration-flow=lean,signup-steps=full",
  "short steps, lean": "registration-flow=lean,signup-steps=short,landing-layout=only-mobile",
};

/** Returns the HTML of each step in the page's sign-up flow. */
function readSteps(html: string): string[] {
  const [, steps = ""] = /<ol class="flow-steps"[^>]*>(.*?)<\/section>/s.exec(html) ?? [];
  return steps.split('<li class="flow-step"').slice(1);
}

/** Returns the fields that a browser would submit with the form on the landing page. */
function fillFirstStep(html: string, email: string) {
  const [formToken, legalTexts] = [readHiddenField(html, "formToken"), readHiddenField(html, "legalTexts")];
  return { formToken, legalTexts, intent: readHiddenField(html, "intent"), email, country: "AT" };
}

describe.each(Object.entries(features))("sign-up flow with %s", (name, featureSetting) => {
  let site: Velvetgate;
  beforeAll(async () => {
    site = await startVelvetgate({ env: { FEATURES: `${featureSetting},seasonal-banner=none` } });
  });
  afterAll(() => site.stop());

  it("ends with the first step of the form for an invited visitor", async () => {
    const { body } = await createHttpVisitor(site).get("/de?rc=WELCOME");
    const [, door = ""] = /<div class="gate-door stack" id="create">(.*?)<\/form>/s.exec(body) ?? [];
    expect(door).toContain('method="post" action="/de/registration/formstarted?rc=WELCOME"');
    expect(door).toContain('name="email"');
    expect(door).toContain('name="country"');
    expect(body).not.toContain('name="firstname"');
    expect(body.match(/<form [^>]*action="\/de\/registration\/formstarted[?"]/g)).toHaveLength(1);
    const elementIds = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(elementIds.filter((id, index) => elementIds.indexOf(id) !== index)).toEqual([]);
    const [, stepList = ""] = /<ul class="told-steps">(.*?)<\/section>/s.exec(body) ?? [];
    expect(textsOf(stepList, "h3")).toHaveLength(name.startsWith("full") ? 5 : 3);
    expect(linksIn(stepList)).toEqual(
      expect.arrayContaining(["#create", "/de/coming-soon/google", "/de/login"]),
    );
  });

  it("ends with the sign-up options for a visitor without an invitation", async () => {
    const { body } = await createHttpVisitor(site).get("/de");
    expect(linksIn(readSteps(body).at(-1) ?? "")).toContain("#registrationCode");
    expect(body).not.toContain('name="email"');
  });

  it("continues on the form page without repeating a question of the landing page", async () => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.get("/de?rc=WELCOME");
    const email = `zoe-${crypto.randomUUID()}@example.com`;
    const isLean = name.endsWith("lean");
    const firstFields = fillFirstStep(body, email);
    expect(firstFields.intent).toBe(isLean ? "leanStep1" : "defaultStep1");
    const firstResponse = await visitor.post("/de/registration/formstarted", firstFields);
    const nextPath = "/de/registration/formstarted?step=2";
    expect(firstResponse).toMatchObject({ status: 303, location: nextPath });
    const { body: secondPage } = await visitor.get(nextPath);
    expect(secondPage).toContain('name="firstname"');
    expect(textsOf(secondPage, "h1")).toEqual(["Fast geschafft"]);
    expect(textOf(secondPage)).toContain(`Ihren Aktivierungslink senden wir an ${email}. Land: Österreich.`);
    expect(secondPage).not.toMatch(/<select|type="email"/);
    const intent = readHiddenField(secondPage, "intent");
    expect(intent).toBe(isLean ? "leanStep2" : "defaultStep2");
    const completeForm = {
      ...filledForm(secondPage, email),
      country: "AT",
      intent,
    };
    expect(await visitor.post("/de/registration/formstarted", completeForm)).toMatchObject({
      status: 303,
      location: "/de/registration/formfinished",
    });
  });

  it("shows the first step again for an invalid e-mail address, with an error only at the address", async () => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.get("/de?rc=WELCOME");
    const rejectedForm = await visitor.post("/de/registration/formstarted", fillFirstStep(body, "zoe@"));
    expect(rejectedForm.status).toBe(422);
    expect(attributeOf(rejectedForm.body, 'name="email"', "value")).toBe("zoe@");
    expect(textsOf(rejectedForm.body, "h1")[0]).toContain("Anna");
    expect(rejectedForm.body.match(/class="field-error"/g)).toHaveLength(1);
    expect(rejectedForm.body).not.toContain('name="firstname"');
    const email = `zoe-${crypto.randomUUID()}@example.com`;
    const nextResponse = await visitor.post(
      "/de/registration/formstarted",
      fillFirstStep(rejectedForm.body, email),
    );
    expect(nextResponse.location).toBe("/de/registration/formstarted?step=2");
  });
});
