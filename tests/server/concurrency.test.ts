import { afterAll, beforeAll, expect, test } from "vitest";
import { startVelvetgate, type Velvetgate } from "../support/velvetgate";

let site: Velvetgate;
beforeAll(async () => {
  site = await startVelvetgate();
});
afterAll(() => site.stop());

/** An invited person's form, opened and filled in, each at an address of its own. */
async function openedForm(index: number) {
  const headers = { "X-Forwarded-For": `10.0.0.${index}`, "Sec-Fetch-Site": "same-origin" };
  const html = await (await fetch(site.url("/en/registration/formstarted?rc=VIP2026"), { headers })).text();
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  const fields = {
    formToken: hidden("formToken"),
    termsPkString: hidden("termsPkString"),
    dataPolicyPkString: hidden("dataPolicyPkString"),
    intent: "default",
    gender: "MALE",
    firstname: "Noah",
    lastname: "Friend",
    email: `friend${index}@example.com`,
    country: "DE",
    terms: "on",
  };
  const send = async () => {
    const body = new URLSearchParams(fields);
    const answer = await fetch(site.url("/en/registration/formstarted"), {
      method: "POST",
      body,
      headers,
      redirect: "manual",
    });
    return answer.headers.get("Location");
  };
  return { send, email: fields.email };
}

test("four registrations at once on a balance of three create three, and each is sent one mail", async () => {
  const forms = await Promise.all([1, 2, 3, 4].map(openedForm));
  const locations = await Promise.all(forms.flatMap(({ send }) => [send(), send()]));
  const created = locations.filter((location) => location === "/en/registration/formfinished");
  const refused = locations.filter((location) => location === "/en/registration/deny?reason=no-balance");
  expect([created.length, refused.length]).toEqual([6, 2]);
  const mails = (await site.outbox()).map(({ to }) => to).filter((to) => to.startsWith("friend"));
  expect(mails).toHaveLength(3);
  expect(new Set(mails).size).toBe(3);
});
