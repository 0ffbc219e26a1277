import { afterEach, expect, it } from "vitest";
import { createTokenCrypto } from "~/crypto/sealing.server";
import { freePort } from "../../support/free-port";
import { startProcess, waitUntilReady, type ServerProcess } from "../../support/server-process";
import { createTestedAcqVariables, testedSiteVariables } from "../../support/velvetgate";
import { filledForm, createHttpVisitor, type HttpVisitor } from "./http-visitor";

const [oldSecret, newSecret] = [
  "the old secret that is to go away now",
  "the new secret that is to take its place",
];
const runningProcesses: ServerProcess[] = [];
afterEach(async () => {
  await Promise.all(runningProcesses.splice(0).map((runningProcess) => runningProcess.stop()));
});

/** Starts a site at one address that can restart with other secrets while its acq keeps running. */
async function startRestartableSite() {
  const [port, acqPort] = await Promise.all([freePort(), freePort()]);
  const origin = `http://localhost:${port}`;
  const acqUrl = `http://127.0.0.1:${acqPort}`;
  const acq = startProcess(["build/acq.js"], { ...createTestedAcqVariables(acqPort), FRONT_END_URL: origin });
  runningProcesses.push(acq);
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
        ...testedSiteVariables,
      });
      runningProcesses.push(site);
      await waitUntilReady(site, `${origin}/readyz`);
    },
  };
}

const form = "/de/registration/formstarted";

/** Sends an opened form like an old browser, so that the form token is the only proof of the form's origin. */
function sendForm(visitor: HttpVisitor, page: string, email: string) {
  return visitor.oldBrowser.post(form, filledForm(page, email));
}

it("secret rotation keeps drafts and opened forms valid until the old secret is removed, and sessions beyond", async () => {
  const restartableSite = await startRestartableSite();
  await restartableSite.restart(oldSecret);
  const [registeredVisitor, fillingVisitor, lateVisitor] = [
    createHttpVisitor(restartableSite),
    createHttpVisitor(restartableSite),
    createHttpVisitor(restartableSite),
  ];
  const page = await registeredVisitor.get(`${form}?rc=WELCOME`);
  expect((await sendForm(registeredVisitor, page.body, "first@example.com")).status).toBe(303);
  const openedForm = await fillingVisitor.get(`${form}?rc=WELCOME`);
  const lateVisitorsForm = await lateVisitor.get(`${form}?rc=WELCOME`);
  const member = createHttpVisitor(restartableSite);
  const credentials = { email: "member@example.com", password: "velvetgate", returnTo: "/invite" };
  expect((await member.post("/login", credentials)).location).toBe("/invite");
  const oldDraft = registeredVisitor.cookies.get("draft") ?? "";

  await restartableSite.restart(`${newSecret},${oldSecret}`);
  expect((await registeredVisitor.get("/de/registration/formfinished")).body).toContain("first@example.com");
  expect((await sendForm(fillingVisitor, openedForm.body, "second@example.com")).location).toBe(
    "/de/registration/formfinished",
  );
  // The site encrypts new drafts with the new secret.
  const draft = fillingVisitor.cookies.get("draft") ?? "";
  const clock = () => new Date();
  expect(await createTokenCrypto([newSecret], clock).decrypt("draft", draft)).toBeDefined();
  expect(await createTokenCrypto([oldSecret], clock).decrypt("draft", draft)).toBeUndefined();
  expect(await createTokenCrypto([oldSecret], clock).decrypt("draft", oldDraft)).toBeDefined();

  await restartableSite.restart(newSecret);
  expect((await member.get("/invite")).status).toBe(200);
  expect((await fillingVisitor.get("/de/registration/formfinished")).body).toContain("second@example.com");
  const rejectedForm = await sendForm(lateVisitor, lateVisitorsForm.body, "third@example.com");
  expect(rejectedForm.status).toBe(403);
  expect(rejectedForm.body).toContain('<html lang="de-DE"');
  registeredVisitor.cookies.set("draft", oldDraft);
  expect((await registeredVisitor.get("/de/registration/formfinished")).body).not.toContain(
    "first@example.com",
  );
});

/** Starts two instances of one site, each with its own secrets. Tests send a visitor's requests to either instance. */
async function startInstancePair() {
  const [firstPort, secondPort, acqPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const acqUrl = `http://127.0.0.1:${acqPort}`;
  const origin = `http://localhost:${firstPort}`;
  const acq = startProcess(["build/acq.js"], { ...createTestedAcqVariables(acqPort), FRONT_END_URL: origin });
  runningProcesses.push(acq);
  await waitUntilReady(acq, `${acqUrl}/outbox.json`);
  const instances = new Map<number, ServerProcess>();
  let currentPort = firstPort;

  async function restart(port: number, secrets: string): Promise<void> {
    await instances.get(port)?.stop();
    const instance = startProcess(["build/server.js"], {
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      SESSION_SECRET: secrets,
      ACQ_GRAPHQL_URL: `${acqUrl}/graphql`,
      ...testedSiteVariables,
    });
    instances.set(port, instance);
    runningProcesses.push(instance);
    await waitUntilReady(instance, `http://localhost:${port}/readyz`);
  }

  const site = { origin, url: (path: string) => `http://localhost:${currentPort}${path}` };
  /** Returns the statuses of two forms. Each form is rendered by one instance and submitted to the other. */
  async function submitFormsToOtherInstance(): Promise<number[]> {
    const statuses = [];
    for (const [renderingPort, submittingPort] of [
      [firstPort, secondPort],
      [secondPort, firstPort],
    ] as const) {
      const visitor = createHttpVisitor(site);
      currentPort = renderingPort;
      const page = await visitor.get(`${form}?rc=WELCOME`);
      currentPort = submittingPort;
      statuses.push((await sendForm(visitor, page.body, `${crypto.randomUUID()}@example.com`)).status);
    }
    return statuses;
  }
  return { firstPort, secondPort, site, restart, crossStatuses: submitFormsToOtherInstance };
}

/** Creates a split link, which is valid for longer than all other values that a secret signs. */
async function createSplitLink(site: { url: (path: string) => string; origin: string }): Promise<string> {
  const admin = createHttpVisitor(site);
  const returnTo = "/admin/splitgenerator";
  await admin.post("/login", { email: "admin@example.com", password: "velvetgate", returnTo });
  const targets = { "target-1": "/social", "weight-1": "1", "target-2": "/viral", "weight-2": "1" };
  const { body } = await admin.post(returnTo, targets);
  return /value="[^"]*(\/s\/[\w~-]+)"/.exec(body)?.[1] ?? "";
}

it("secret rotation needs three rolling restarts, since two would reject visitors", async () => {
  const { firstPort, secondPort, restart, crossStatuses } = await startInstancePair();
  await Promise.all([restart(firstPort, oldSecret), restart(secondPort, oldSecret)]);
  await restart(firstPort, `${newSecret},${oldSecret}`);
  expect(await crossStatuses()).toEqual([403, 303]);
  await restart(firstPort, oldSecret);
  for (const secrets of [`${oldSecret},${newSecret}`, `${newSecret},${oldSecret}`, newSecret])
    for (const instance of [firstPort, secondPort]) {
      await restart(instance, secrets);
      expect([secrets, instance === firstPort, await crossStatuses()]).toEqual([
        secrets,
        instance === firstPort,
        [303, 303],
      ]);
    }
});

it(
  "secret rotation keeps split links and forms for two restarts, and the third restart invalidates the links",
  { timeout: 180_000 },
  async () => {
    const { firstPort, secondPort, site, restart, crossStatuses } = await startInstancePair();
    await Promise.all([restart(firstPort, oldSecret), restart(secondPort, oldSecret)]);
    const link = await createSplitLink(site);
    const instanceUrls = [firstPort, secondPort].map((port) => `http://localhost:${port}${link}`);
    const fetchStatus = async (url: string) => (await fetch(url, { redirect: "manual" })).status;

    for (const secrets of [`${oldSecret},${newSecret}`, `${newSecret},${oldSecret}`])
      for (const [index, instance] of [firstPort, secondPort].entries()) {
        // While one instance restarts, a proxy would send all visitors to the other instance. The test therefore uses
        // only the other instance then.
        const [otherUrl = ""] = instanceUrls.filter((_url, urlIndex) => urlIndex !== index);
        const restartState = { isDone: false };
        const restartPromise = restart(instance, secrets).finally(() => (restartState.isDone = true));
        const statuses = new Set<number>();
        while (!restartState.isDone) statuses.add(await fetchStatus(otherUrl));
        await restartPromise;
        expect([secrets, [...statuses], await crossStatuses()]).toEqual([secrets, [302], [303, 303]]);
        expect(await Promise.all(instanceUrls.map(fetchStatus))).toEqual([302, 302]);
      }

    // Removing the old secret makes existing links invalid. Operators therefore do this third step only after the links
    // have expired (docs/operate/runbook.md#rotate-secrets).
    await Promise.all([restart(firstPort, newSecret), restart(secondPort, newSecret)]);
    expect(await Promise.all(instanceUrls.map(fetchStatus))).toEqual([404, 404]);
  },
);
