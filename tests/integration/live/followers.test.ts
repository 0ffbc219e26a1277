import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { follow, followAcq } from "./followed-acq";

const until = (condition: () => boolean) => expect.poll(condition, { interval: 5 }).toBe(true);

describe("followers of a process", () => {
  it("share one connection, and one subscription for each registration", async () => {
    const { acq, followers } = await followAcq();
    expect(acq.opened()).toBe(0);
    const all = Array.from({ length: 1000 }, (_, index) => follow(followers, `registration-${index}`));
    const tabs = [follow(followers, "registration-7"), follow(followers, "registration-7")];
    await until(() => [...all, ...tabs].every(({ heard }) => heard.length === 1));
    expect([acq.opened(), acq.asked()]).toEqual([1, 1000]);
    acq.tell("registration-7", "ACTIVE");
    await until(() => tabs.every(({ heard }) => heard.length === 2));
    expect(all.flatMap(({ heard }) => heard).filter((status) => status === "active")).toHaveLength(1);
  });

  it("receive the current state when they join later", async () => {
    const { acq, followers } = await followAcq();
    const first = follow(followers, "one");
    await until(() => first.heard.length === 1);
    expect(follow(followers, "one").heard).toEqual(["waiting"]);
    expect(acq.asked()).toBe(1);
  });

  it("end their subscription and the connection when the last one leaves", async () => {
    const { acq, followers } = await followAcq();
    const all = Array.from({ length: 20 }, (_, index) => follow(followers, `registration-${index % 10}`));
    await until(() => all.every(({ heard }) => heard.length === 1));
    for (const { leave } of all.slice(0, 19)) leave();
    await until(() => acq.followed().length === 1);
    for (const { leave } of all) leave();
    await until(() => acq.open() === 0);
    expect(acq.opened()).toBe(1);
  });

  it("release all memory when they leave", async () => {
    const { acq, followers } = await followAcq();
    const staying = follow(followers, "other");
    const gone = await comeAndGo();
    await until(() => acq.followed().length === 1 && staying.heard.length === 1);
    const collect = garbageCollector();
    await until(() => {
      collect();
      return gone.every((one) => one.deref() === undefined);
    });

    async function comeAndGo(): Promise<WeakRef<object>[]> {
      const some = Array.from({ length: 5 }, () => follow(followers, "one"));
      await until(() => some.every(({ heard }) => heard.length === 1));
      for (const { leave } of some) leave();
      // Removes the followers from the array, since the test itself still references the array.
      return some.splice(0).map(({ heard }) => new WeakRef(heard));
    }
  });

  it("keep the connection open for the next one for a while", async () => {
    const { acq, followers } = await followAcq({ lingerMs: 60_000 });
    const first = follow(followers, "one");
    await until(() => first.heard.length === 1);
    first.leave();
    await until(() => acq.followed().length === 0);
    const next = follow(followers, "two");
    await until(() => next.heard.length === 1);
    expect(acq.opened()).toBe(1);
  });
});

describe("message from acq", () => {
  it.each([
    ["CREATED", "waiting"],
    ["PENDING", "waiting"],
    ["ACTIVE", "active"],
    ["REJECTED", "gone"],
    ["UNDER_REVIEW", "waiting"],
  ])("reports the status %s as %s", async (status, heard) => {
    const { acq, followers } = await followAcq();
    acq.onSubscribe = () => undefined;
    const one = follow(followers, "one");
    await until(() => acq.followed().length === 1);
    acq.tell("one", status);
    await until(() => one.heard.length === 1);
    expect(one.heard).toEqual([heard]);
  });

  it.each([
    { data: null },
    { data: { registrationChanged: null } },
    { data: { registrationChanged: { status: 1 } } },
    { data: { registrationChanged: { status: "ACTIVE" } }, errors: [{ message: "half of it" }] },
    { errors: [{ message: "no such registration", extensions: { code: "NOT_FOUND" } }] },
  ])("ends only its own subscription with the payload %j", async (payload) => {
    const { acq, followers, logged } = await followAcq();
    const [one, other] = [follow(followers, "one"), follow(followers, "other")];
    await until(() => one.heard.length + other.heard.length === 2);
    acq.send("one", payload);
    await until(() => one.heard.includes("ended"));
    expect([one.heard, other.heard]).toEqual([["waiting", "ended"], ["waiting"]]);
    await until(() => acq.followed().length === 1);
    expect([acq.followed(), logged]).toEqual([["other"], []]);
    expect(follow(followers, "one").heard).toEqual([]);
    await until(() => acq.followed().includes("one"));
  });

  it('ends the subscription and notifies followers when it is "complete"', async () => {
    const { acq, followers } = await followAcq();
    const one = follow(followers, "one");
    await until(() => one.heard.length === 1);
    acq.complete("one");
    await until(() => one.heard.includes("ended"));
  });

  it("ends the subscription when it is a GraphQL error", async () => {
    const { acq, followers } = await followAcq();
    acq.onSubscribe = (socket, id) => {
      socket.send(JSON.stringify({ type: "error", id, payload: [{ message: "no" }] }));
    };
    const one = follow(followers, "one");
    await until(() => one.heard.includes("ended"));
  });

  it.each([
    "{",
    '"text"',
    '{"type":"next","id":"x","payload":null}',
    '{"type":"unknown"}',
    '{"type":"next","id":"x"}',
  ])("closes the connection with 4004 when it is invalid: %s", async (text) => {
    const { acq, followers, logged } = await followAcq();
    const one = follow(followers, "one");
    await until(() => one.heard.length === 1);
    acq.sendRaw(text);
    await until(() => one.heard.includes("ended"));
    expect(logged.map(([facts]) => facts)).toEqual([{ code: 4004, retries: 0 }]);
  });

  it("closes the connection when it is too long", async () => {
    const { acq, followers, logged } = await followAcq();
    const one = follow(followers, "one");
    await until(() => one.heard.length === 1);
    acq.sendRaw(JSON.stringify({ type: "ping", payload: { long: "x".repeat(100_000) } }));
    await until(() => logged.length === 1);
  });
});

function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const { gc } = z
    .object({ gc: z.function({ input: [], output: z.unknown() }) })
    .parse(runInNewContext("({ gc })"));
  return () => void gc();
}
