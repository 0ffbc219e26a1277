import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as login from "~/routes/login/route";
import { startStubAcq, type StubAcq } from "../../../tests/integration/server/stub-acq";
import { startClub, type Club } from "../../../tests/support/route-context";
import { newVisitor, collectStatuses, type Visitor } from "../../../tests/support/visitor";

const email = "member@example.com";
const validLoginFields = { email, password: "velvetgate", returnTo: "/" };
const wrongCredentials = { ...validLoginFields, password: "velvet" };

/** acq's responses to the next sign-in attempts. `acqRequestCount` is the number of calls to acq. */
let acqResponses: ("right" | "wrong" | "no answer")[];
let acqRequestCount: number;
let acq: StubAcq;
let club: Club;
beforeEach(async () => {
  acqResponses = [];
  acqRequestCount = 0;
  acq = await startStubAcq(() => {
    acqRequestCount += 1;
    const responseKind = acqResponses.shift() ?? "wrong";
    return responseKind === "no answer"
      ? {}
      : { login: { token: responseKind === "right" ? "token" : null } };
  });
  club = await startClub({ ACQ_GRAPHQL_URL: acq.url });
});
afterEach(async () => {
  await club.stop();
  await acq.stop();
});

function sendLogin(visitor: Visitor, fields: Record<string, string> = wrongCredentials) {
  return visitor.post(login, "/de/login", fields);
}

function signIn(visitor: Visitor, fields = validLoginFields) {
  acqResponses.push("right");
  return sendLogin(visitor, fields);
}

const fiveWrongStatuses = Array<number>(5).fill(422);

describe("login after five wrong passwords", () => {
  it("shows the waiting time, keeps the typed e-mail address and does not call acq", async () => {
    const visitor = newVisitor(club);
    expect(await collectStatuses(5, () => sendLogin(visitor))).toEqual(fiveWrongStatuses);
    expect(acqRequestCount).toBe(5);
    const response = await sendLogin(visitor, validLoginFields);
    expect(response).toMatchObject({
      status: 429,
      reply: { typed: email, returnTo: "/", problem: { kind: "waiting", minutes: 10 } },
      data: { page: { title: "Fehler: Anmelden – Velvetgate" } },
    });
    expect(acqRequestCount).toBe(5);
  });

  it("fails for every account from the same network", async () => {
    await collectStatuses(5, (time) =>
      sendLogin(newVisitor(club, `2001:db8:1:1::${time}`), {
        ...wrongCredentials,
        email: `nobody${time}@example.com`,
      }),
    );
    expect(await sendLogin(newVisitor(club, "2001:db8:1:1::f"), validLoginFields)).toMatchObject({
      status: 429,
    });
    expect(await signIn(newVisitor(club, "2001:db8:1:2::1"))).toMatchObject({ status: 303 });
  });

  it("fails for the account from every network, in any spelling of the e-mail address", async () => {
    const emailSpellings = [email, "Member@example.com", " member@EXAMPLE.com", email, email];
    expect(
      await collectStatuses(5, (time) =>
        sendLogin(newVisitor(club), { ...wrongCredentials, email: emailSpellings[time] ?? "" }),
      ),
    ).toEqual(fiveWrongStatuses);
    expect(await sendLogin(newVisitor(club), validLoginFields)).toMatchObject({ status: 429 });
    expect(acqRequestCount).toBe(5);
    expect(await signIn(newVisitor(club), { ...validLoginFields, email: "other@example.com" })).toMatchObject(
      {
        status: 303,
      },
    );
  });

  it("remains possible five more times from a browser that has signed in to the account before", async () => {
    const accountOwner = newVisitor(club);
    expect(await signIn(accountOwner)).toMatchObject({ status: 303 });
    accountOwner.cookies.delete("auth.token");
    await collectStatuses(5, () => sendLogin(newVisitor(club)));
    expect(await sendLogin(newVisitor(club), validLoginFields)).toMatchObject({ status: 429 });
    expect(await signIn(accountOwner)).toMatchObject({ status: 303 });

    accountOwner.cookies.delete("auth.token");
    expect(await collectStatuses(5, () => sendLogin(accountOwner))).toEqual(fiveWrongStatuses);
    expect(await sendLogin(accountOwner, validLoginFields)).toMatchObject({ status: 429 });
  });

  it("fails from a browser that has signed in only to another account or sends a forged cookie", async () => {
    const otherVisitor = newVisitor(club);
    expect(await signIn(otherVisitor, { ...validLoginFields, email: "other@example.com" })).toMatchObject({
      status: 303,
    });
    otherVisitor.cookies.delete("auth.token");
    const forgedVisitor = newVisitor(club);
    forgedVisitor.cookies.set("__Host-device", "forged");
    await collectStatuses(5, () => sendLogin(newVisitor(club)));
    expect(await sendLogin(otherVisitor, validLoginFields)).toMatchObject({ status: 429 });
    expect(await sendLogin(forgedVisitor, validLoginFields)).toMatchObject({ status: 429 });
  });

  it("fails even from a browser that has signed in before if the network has reached its limit", async () => {
    const accountOwner = newVisitor(club, "192.0.2.77");
    await signIn(accountOwner);
    await collectStatuses(5, (time) =>
      sendLogin(newVisitor(club, "192.0.2.77"), { ...wrongCredentials, email: `${time}@example.com` }),
    );
    expect(await sendLogin(accountOwner, validLoginFields)).toMatchObject({ status: 429 });
  });
});

describe("login limit", () => {
  it("counts only wrong passwords, and a correct password does not reset the count", async () => {
    const visitor = newVisitor(club);
    await collectStatuses(4, () => sendLogin(visitor, { ...wrongCredentials, email: "nobody@example.com" }));
    expect(await collectStatuses(7, () => signIn(visitor))).toEqual(Array(7).fill(303));
    expect(await sendLogin(visitor, { ...wrongCredentials, email: "nobody@example.com" })).toMatchObject({
      status: 422,
    });
    expect(await sendLogin(visitor, validLoginFields)).toMatchObject({ status: 429 });
  });

  it("does not count a form that is rejected before the call to acq", async () => {
    const visitor = newVisitor(club);
    expect(await collectStatuses(6, () => sendLogin(visitor, { ...wrongCredentials, password: "" }))).toEqual(
      Array(6).fill(422),
    );
    expect(acqRequestCount).toBe(0);
    expect(await collectStatuses(6, () => sendLogin(visitor))).toEqual([...fiveWrongStatuses, 429]);
  });

  it("does not count an attempt that acq does not answer", async () => {
    const visitor = newVisitor(club);
    acqResponses.push(...Array<"no answer">(6).fill("no answer"));
    expect(await collectStatuses(6, () => sendLogin(visitor))).toEqual(Array(6).fill(503));
    expect(await collectStatuses(6, () => sendLogin(visitor))).toEqual([...fiveWrongStatuses, 429]);
  });
});

it("login limit applies to parallel attempts", async () => {
  const responses = await Promise.all(Array.from({ length: 12 }, () => sendLogin(newVisitor(club))));
  const statuses = responses.map(({ status }) => status).sort();
  expect(statuses).toEqual([...fiveWrongStatuses, ...Array<number>(7).fill(429)]);
  expect(acqRequestCount).toBe(5);
});

it("login limit stores hashes of e-mail addresses as keys", async () => {
  const tryPasswordSpy = vi.spyOn(club.services.limits, "countPasswordAttempt");
  const visitor = newVisitor(club);
  await signIn(visitor, { ...validLoginFields, email: "canary@example.com" });
  await sendLogin(visitor, { ...wrongCredentials, email: "canary@example.com" });
  const limitKeys = tryPasswordSpy.mock.calls.map(([, account]) => account);
  expect(limitKeys).toEqual([
    expect.stringMatching(/^[\w-]{43}$/),
    expect.stringMatching(/^known [\w-]{43}$/),
  ]);
  expect(visitor.cookies.get("__Host-device")).not.toContain(limitKeys[0]);
});
