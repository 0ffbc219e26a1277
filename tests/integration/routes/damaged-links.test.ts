import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as landing from "~/routes/landing/route";
import * as activation from "~/routes/registration/activateaccount/route";
import * as formStarted from "~/routes/registration/formstarted/route";
import { startStubAcq, createUsableDetails, type StubAcq } from "../server/stub-acq";
import { damagedCodes, damagedIds } from "../../support/damaged-links";
import { startClub, type Club } from "../../support/route-context";
import { newVisitor, type Visitor } from "../../support/visitor";

const id = "Zk3-_9aQbC7dE0fGhI1jKlM2nOpQrS4t";
const activationPath = "/de/registration/activateaccount";
const formPath = "/de/registration/formstarted";
const notFoundRedirect = { status: 303, location: "/de/registration/activateaccountError?reason=not-found" };

/** The codes and ids that acq received. */
let receivedActivationIds: unknown[] = [];
let acq: StubAcq;
let club: Club;

beforeAll(async () => {
  acq = await startStubAcq((operation, _authorization, _headers, variables) => {
    if (operation !== "countryDetails")
      receivedActivationIds.push(variables["registrationCode"] ?? variables["accountActivationId"]);
    if (operation !== "activateAccount") return createUsableDetails("Anna");
    return { activateAccount: { status: "ACTIVATED", registrationId: null, continueUrl: null } };
  });
  club = await startClub({ ACQ_GRAPHQL_URL: acq.url });
});
afterAll(async () => {
  await acq.stop();
  await club.stop();
});
beforeEach(() => {
  receivedActivationIds = [];
});

function openLink(visitor: Visitor, path: string) {
  return visitor.get(path.startsWith(formPath) ? formStarted : landing, path);
}

describe("link with damage that the site repairs", () => {
  it.each(damagedCodes)("opens the invitation despite %s", async (_damage, damage) => {
    for (const path of ["/de", formPath]) {
      const response = await openLink(newVisitor(club), `${path}?${damage("rc", "VIP-2026")}`);
      expect(response).toMatchObject({ status: 200, data: { code: "VIP-2026" } });
    }
    expect(receivedActivationIds).toEqual(["VIP-2026", "VIP-2026"]);
  });

  it.each(damagedIds)(
    "shows the activation page, and activates the account, despite %s",
    async (_damage, damage) => {
      const query = damage("accountActivationId", id);
      expect(await newVisitor(club).get(activation, `${activationPath}?${query}`)).toMatchObject({
        status: 200,
        data: {
          view: "ask",
          accountActivationId: id,
          action: `/registration/activateaccount?accountActivationId=${id}`,
        },
      });
      const damagedId = new URLSearchParams(query).get("accountActivationId") ?? id;
      const response = await newVisitor(club).post(activation, activationPath, {
        accountActivationId: damagedId,
      });
      expect(response.location).toBe(`${activationPath}?done=activated`);
      expect(receivedActivationIds).toEqual([id]);
    },
  );
});

describe("link with damage that the site cannot repair", () => {
  it.each([
    ["two codes", "rc=WELCOME&rc=VIP2026"],
    ["an accent in its code", "rc=WELC%C3%96ME"],
    ["a code of 8 KB", `rc=${"x".repeat(8192)}`],
    ["a damaged timestamp", "rc=WELCOME&vt=abc%C3%96def"],
    ["two timestamps", "rc=WELCOME&vt=a&vt=b"],
  ])("leads to the deny page for %s, without a call to acq", async (_damage, query) => {
    for (const path of ["/de", formPath]) {
      const response = await openLink(newVisitor(club), `${path}?${query}`);
      expect(response).toMatchObject({ status: 303, location: "/de/registration/deny?reason=link" });
    }
    expect(receivedActivationIds).toEqual([]);
  });

  it("does not count as a guessed code", async () => {
    const visitor = newVisitor(club, "192.0.2.77");
    for (let time = 0; time < 45; time += 1) await openLink(visitor, `/de?rc=${time}%C3%96`);
    expect(await openLink(newVisitor(club, "192.0.2.77"), "/de?rc=WELCOME")).toMatchObject({ status: 200 });
  });

  it.each([
    "",
    "accountActivationId=",
    "accountActivationId=abc%C3%96def",
    "accountActivationId=a&accountActivationId=b",
  ])("leads to the activation error page without a button to activate: %j", async (query) => {
    expect(await newVisitor(club).get(activation, `${activationPath}?${query}`)).toMatchObject(
      notFoundRedirect,
    );
  });

  it("does not count towards the limit on activations", async () => {
    const clientAddress = "192.0.2.78";
    for (let time = 0; time < 35; time += 1) {
      const response = await newVisitor(club, clientAddress).post(activation, activationPath, {
        accountActivationId: `${time}Ö`,
      });
      expect(response).toMatchObject(notFoundRedirect);
    }
    expect(receivedActivationIds).toEqual([]);
    const lastResponse = await newVisitor(club, clientAddress).post(activation, activationPath, {
      accountActivationId: id,
    });
    expect(lastResponse.location).toBe(`${activationPath}?done=activated`);
  });
});
