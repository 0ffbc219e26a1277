import { afterEach, expect, it } from "vitest";
import { createSealing } from "~/request/tokens/sealing.server";
import { freePort } from "../support/free-port";
import { startProcess, waitUntilReady, type ServerProcess } from "../support/server-process";
import { testedAcq, testedSite } from "../support/velvetgate";
import { filledForm, newHttpVisitor, type HttpVisitor } from "./http-visitor";

const [old, young] = ["the old secret that is to go away now", "the new secret that is to take its place"];
const running: ServerProcess[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
});

/** A site at one address, started anew with other secrets; its acq goes on. */
async function startHouse() {
  const [port, acqPort] = await Promise.all([freePort(), freePort()]);
  const origin = `http://localhost:${port}`;
  const acqUrl = `http://127.0.0.1:${acqPort}`;
  const acq = startProcess(["build/acq.js"], { ...testedAcq(acqPort), FRONT_END_URL: origin });
  running.push(acq);
  await waitUntilReady(acq, `${acqUrl}/outbox.json`);
  let site: ServerProcess | undefined;
  return {
    origin,
    url: (path: string) => `${origin}${path}`,
    async restart(secrets: string) {
      await site?.stop();
      const env = { PORT: String(port), PUBLIC_ORIGIN: origin, SESSION_SECRET: secrets };
      site = startProcess(["build/server.js"], {
        ...env,
        ACQ_GRAPHQL_URL: `${acqUrl}/graphql`,
        ...testedSite,
      });
      running.push(site);
      await waitUntilReady(site, `${origin}/readyz`);
    },
  };
}

const form = "/de/registration/formstarted";

/** Sends an opened form as an old browser does, which has nothing but the form's token to show for itself. */
function send(visitor: HttpVisitor, page: string, email: string) {
  return visitor.old.post(form, filledForm(page, email));
}

it(
  "secrets rotate without anybody noticing: drafts, sessions and opened forms go on",
  { timeout: 60_000 },
  async () => {
    const house = await startHouse();
    await house.restart(old);
    const [registered, filling, late] = [newHttpVisitor(house), newHttpVisitor(house), newHttpVisitor(house)];
    const page = await registered.get(`${form}?rc=WELCOME`);
    expect((await send(registered, page.body, "first@example.com")).status).toBe(303);
    const opened = await filling.get(`${form}?rc=WELCOME`);
    const openedLate = await late.get(`${form}?rc=WELCOME`);
    const member = newHttpVisitor(house);
    const credentials = { email: "member@example.com", password: "velvetgate", returnTo: "/invite" };
    expect((await member.post("/login", credentials)).location).toBe("/invite");
    const oldDraft = registered.cookies.get("draft") ?? "";

    await house.restart(`${young},${old}`);
    expect((await registered.get("/de/registration/formfinished")).body).toContain("first@example.com");
    expect((await send(filling, opened.body, "second@example.com")).location).toBe(
      "/de/registration/formfinished",
    );
    // What is made now, the new secret alone opens.
    const draft = filling.cookies.get("draft") ?? "";
    const clock = () => new Date();
    expect(await createSealing([young], clock).open("draft", draft)).toBeDefined();
    expect(await createSealing([old], clock).open("draft", draft)).toBeUndefined();
    expect(await createSealing([old], clock).open("draft", oldDraft)).toBeDefined();

    await house.restart(young);
    expect((await member.get("/invite")).status).toBe(200);
    expect((await filling.get("/de/registration/formfinished")).body).toContain("second@example.com");
    const refused = await send(late, openedLate.body, "third@example.com");
    expect(refused.status).toBe(403);
    expect(refused.body).toContain('<html lang="de-DE"');
    registered.cookies.set("draft", oldDraft);
    expect((await registered.get("/de/registration/formfinished")).body).not.toContain("first@example.com");
  },
);
