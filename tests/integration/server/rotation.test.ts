import { afterEach, expect, it } from "vitest";
import { createSealing } from "~/request/tokens/sealing.server";
import { freePort } from "../../support/free-port";
import { startProcess, waitUntilReady, type ServerProcess } from "../../support/server-process";
import { testedAcq, testedSite } from "../../support/velvetgate";
import { filledForm, newHttpVisitor, type HttpVisitor } from "./http-visitor";

const [old, young] = ["the old secret that is to go away now", "the new secret that is to take its place"];
const running: ServerProcess[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
});

/** Starts a site at one address that can restart with other secrets while its acq keeps running. */
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

/** Sends an opened form like an old browser, with the form token as the only proof of origin. */
function send(visitor: HttpVisitor, page: string, email: string) {
  return visitor.old.post(form, filledForm(page, email));
}

it("rotating secrets keeps drafts, sessions and opened forms", { timeout: 120_000 }, async () => {
  const house = await startHouse();
  await house.restart(old);
  const [registered, filling, lateVisitor] = [
    newHttpVisitor(house),
    newHttpVisitor(house),
    newHttpVisitor(house),
  ];
  const page = await registered.get(`${form}?rc=WELCOME`);
  expect((await send(registered, page.body, "first@example.com")).status).toBe(303);
  const openedForm = await filling.get(`${form}?rc=WELCOME`);
  const lateVisitorsForm = await lateVisitor.get(`${form}?rc=WELCOME`);
  const member = newHttpVisitor(house);
  const credentials = { email: "member@example.com", password: "velvetgate", returnTo: "/invite" };
  expect((await member.post("/login", credentials)).location).toBe("/invite");
  const oldDraft = registered.cookies.get("draft") ?? "";

  await house.restart(`${young},${old}`);
  expect((await registered.get("/de/registration/formfinished")).body).toContain("first@example.com");
  expect((await send(filling, openedForm.body, "second@example.com")).location).toBe(
    "/de/registration/formfinished",
  );
  // New drafts open only with the new secret.
  const draft = filling.cookies.get("draft") ?? "";
  const clock = () => new Date();
  expect(await createSealing([young], clock).open("draft", draft)).toBeDefined();
  expect(await createSealing([old], clock).open("draft", draft)).toBeUndefined();
  expect(await createSealing([old], clock).open("draft", oldDraft)).toBeDefined();

  await house.restart(young);
  expect((await member.get("/invite")).status).toBe(200);
  expect((await filling.get("/de/registration/formfinished")).body).toContain("second@example.com");
  const rejectedForm = await send(lateVisitor, lateVisitorsForm.body, "third@example.com");
  expect(rejectedForm.status).toBe(403);
  expect(rejectedForm.body).toContain('<html lang="de-DE"');
  registered.cookies.set("draft", oldDraft);
  expect((await registered.get("/de/registration/formfinished")).body).not.toContain("first@example.com");
});

/** Starts two instances of one site, each with its own secrets; a visitor may reach either. */
async function startPair() {
  const [firstPort, secondPort, acqPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const acqUrl = `http://127.0.0.1:${acqPort}`;
  const origin = `http://localhost:${firstPort}`;
  const acq = startProcess(["build/acq.js"], { ...testedAcq(acqPort), FRONT_END_URL: origin });
  running.push(acq);
  await waitUntilReady(acq, `${acqUrl}/outbox.json`);
  const instances = new Map<number, ServerProcess>();
  let currentPort = firstPort;

  async function restart(port: number, secrets: string): Promise<void> {
    await instances.get(port)?.stop();
    const instance = startProcess(["build/server.js"], {
      ...{ PORT: String(port), PUBLIC_ORIGIN: origin, SESSION_SECRET: secrets },
      ...{ ACQ_GRAPHQL_URL: `${acqUrl}/graphql`, ...testedSite },
    });
    instances.set(port, instance);
    running.push(instance);
    await waitUntilReady(instance, `http://localhost:${port}/readyz`);
  }

  const site = { origin, url: (path: string) => `http://localhost:${currentPort}${path}` };
  /** Returns the statuses of forms that one instance rendered and the other receives, in both directions. */
  async function crossing(): Promise<number[]> {
    const statuses = [];
    for (const [maker, taker] of [
      [firstPort, secondPort],
      [secondPort, firstPort],
    ] as const) {
      const visitor = newHttpVisitor(site);
      currentPort = maker;
      const page = await visitor.get(`${form}?rc=WELCOME`);
      currentPort = taker;
      statuses.push((await send(visitor, page.body, `${crypto.randomUUID()}@example.com`)).status);
    }
    return statuses;
  }
  return { firstPort, secondPort, site, restart, crossing };
}

/** Makes a split link, which lives longest of all that a secret signs. */
async function newSplitLink(site: { url: (path: string) => string; origin: string }): Promise<string> {
  const admin = newHttpVisitor(site);
  const returnTo = "/admin/splitgenerator";
  await admin.post("/login", { email: "admin@example.com", password: "velvetgate", returnTo });
  const targets = { "target-1": "/social", "weight-1": "1", "target-2": "/viral", "weight-2": "1" };
  const { body } = await admin.post(returnTo, targets);
  return /value="[^"]*(\/s\/[\w~-]+)"/.exec(body)?.[1] ?? "";
}

it(
  "rotating secrets takes three steps of a rolling restart, since two would reject visitors",
  { timeout: 120_000 },
  async () => {
    const { firstPort, secondPort, restart, crossing } = await startPair();
    await Promise.all([restart(firstPort, old), restart(secondPort, old)]);
    await restart(firstPort, `${young},${old}`);
    expect(await crossing()).toEqual([403, 303]);
    await restart(firstPort, old);
    for (const secrets of [`${old},${young}`, `${young},${old}`, young])
      for (const instance of [firstPort, secondPort]) {
        await restart(instance, secrets);
        expect([secrets, instance === firstPort, await crossing()]).toEqual([
          secrets,
          instance === firstPort,
          [303, 303],
        ]);
      }
  },
);

it(
  "rotating secrets keeps split links and forms through the first two steps, and the third ends the links",
  { timeout: 180_000 },
  async () => {
    const { firstPort, secondPort, site, restart, crossing } = await startPair();
    await Promise.all([restart(firstPort, old), restart(secondPort, old)]);
    const link = await newSplitLink(site);
    const urls = [firstPort, secondPort].map((port) => `http://localhost:${port}${link}`);
    const statusOf = async (url: string) => (await fetch(url, { redirect: "manual" })).status;

    for (const secrets of [`${old},${young}`, `${young},${old}`])
      for (const [index, instance] of [firstPort, secondPort].entries()) {
        // A proxy would send all visitors to the other instance in the meantime.
        const [otherUrl = ""] = urls.filter((_url, urlIndex) => urlIndex !== index);
        const restarted = { isDone: false };
        const restarting = restart(instance, secrets).finally(() => (restarted.isDone = true));
        const statuses = new Set<number>();
        while (!restarted.isDone) statuses.add(await statusOf(otherUrl));
        await restarting;
        expect([secrets, [...statuses], await crossing()]).toEqual([secrets, [302], [303, 303]]);
        expect(await Promise.all(urls.map(statusOf))).toEqual([302, 302]);
      }

    // Therefore the third step waits for the longest life of a link (docs/operate/runbook.md#rotate-secrets).
    await Promise.all([restart(firstPort, young), restart(secondPort, young)]);
    expect(await Promise.all(urls.map(statusOf))).toEqual([404, 404]);
  },
);
