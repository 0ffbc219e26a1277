import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { followRegistration, startFollowedAcq } from "./followed-acq";

const expectEventually = (condition: () => boolean) => expect.poll(condition, { interval: 5 }).toBe(true);

describe("followers in one server process", () => {
  it("share one connection to acq, with one subscription for each registration", async () => {
    const { acq, followers } = await startFollowedAcq();
    expect(acq.countConnections()).toBe(0);
    const allFollowers = Array.from({ length: 1000 }, (_, index) =>
      followRegistration(followers, `registration-${index}`),
    );
    const tabFollowers = [
      followRegistration(followers, "registration-7"),
      followRegistration(followers, "registration-7"),
    ];
    await expectEventually(() =>
      [...allFollowers, ...tabFollowers].every(({ notifications }) => notifications.length === 1),
    );
    expect([acq.countConnections(), acq.countSubscribeMessages()]).toEqual([1, 1000]);
    acq.sendStatus("registration-7", "ACTIVE");
    await expectEventually(() => tabFollowers.every(({ notifications }) => notifications.length === 2));
    expect(
      allFollowers.flatMap(({ notifications }) => notifications).filter((status) => status === "active"),
    ).toHaveLength(1);
  });

  it("receive the current state at once if another follower already follows the registration", async () => {
    const { acq, followers } = await startFollowedAcq();
    const firstFollower = followRegistration(followers, "one");
    await expectEventually(() => firstFollower.notifications.length === 1);
    expect(followRegistration(followers, "one").notifications).toEqual(["waiting"]);
    expect(acq.countSubscribeMessages()).toBe(1);
  });

  it("end the subscription and the connection when the last follower leaves", async () => {
    const { acq, followers } = await startFollowedAcq();
    const allFollowers = Array.from({ length: 20 }, (_, index) =>
      followRegistration(followers, `registration-${index % 10}`),
    );
    await expectEventually(() => allFollowers.every(({ notifications }) => notifications.length === 1));
    for (const { unfollow } of allFollowers.slice(0, 19)) unfollow();
    await expectEventually(() => acq.listFollowedIds().length === 1);
    for (const { unfollow } of allFollowers) unfollow();
    await expectEventually(() => acq.open() === 0);
    expect(acq.countConnections()).toBe(1);
  });

  it("release all memory after they leave", async () => {
    const { acq, followers } = await startFollowedAcq();
    const stayingFollower = followRegistration(followers, "other");
    const weakReferences = await followAndLeave();
    await expectEventually(
      () => acq.listFollowedIds().length === 1 && stayingFollower.notifications.length === 1,
    );
    const collectGarbage = createCollector();
    await expectEventually(() => {
      collectGarbage();
      return weakReferences.every((weakReference) => weakReference.deref() === undefined);
    });

    async function followAndLeave(): Promise<WeakRef<object>[]> {
      const leavingFollowers = Array.from({ length: 5 }, () => followRegistration(followers, "one"));
      await expectEventually(() => leavingFollowers.every(({ notifications }) => notifications.length === 1));
      for (const { unfollow } of leavingFollowers) unfollow();
      // Empties the array: the test still references the array, which would keep the followers in memory.
      return leavingFollowers.splice(0).map(({ notifications }) => new WeakRef(notifications));
    }
  });

  it("keep an unused connection open for a limited time, so that the next follower can use the connection", async () => {
    const { acq, followers } = await startFollowedAcq({ idleMs: 60_000 });
    const firstFollower = followRegistration(followers, "one");
    await expectEventually(() => firstFollower.notifications.length === 1);
    firstFollower.unfollow();
    await expectEventually(() => acq.listFollowedIds().length === 0);
    const nextFollower = followRegistration(followers, "two");
    await expectEventually(() => nextFollower.notifications.length === 1);
    expect(acq.countConnections()).toBe(1);
  });
});

describe("subscription message from acq", () => {
  it.each([
    ["CREATED", "waiting"],
    ["PENDING", "waiting"],
    ["ACTIVE", "active"],
    ["REJECTED", "gone"],
    ["UNDER_REVIEW", "waiting"],
  ])("passes the status %s to followers as %s", async (status, notification) => {
    const { acq, followers } = await startFollowedAcq();
    acq.onSubscribe = () => undefined;
    const follower = followRegistration(followers, "one");
    await expectEventually(() => acq.listFollowedIds().length === 1);
    acq.sendStatus("one", status);
    await expectEventually(() => follower.notifications.length === 1);
    expect(follower.notifications).toEqual([notification]);
  });

  it.each([
    { data: null },
    { data: { registrationChanged: null } },
    { data: { registrationChanged: { status: 1 } } },
    { data: { registrationChanged: { status: "ACTIVE" } }, errors: [{ message: "half of it" }] },
    { errors: [{ message: "no such registration", extensions: { code: "NOT_FOUND" } }] },
  ])("ends only the subscription of the message if the payload is %j", async (payload) => {
    const { acq, followers, logLines } = await startFollowedAcq();
    const [follower, otherFollower] = [
      followRegistration(followers, "one"),
      followRegistration(followers, "other"),
    ];
    await expectEventually(() => follower.notifications.length + otherFollower.notifications.length === 2);
    acq.send("one", payload);
    await expectEventually(() => follower.notifications.includes("ended"));
    expect([follower.notifications, otherFollower.notifications]).toEqual([
      ["waiting", "ended"],
      ["waiting"],
    ]);
    await expectEventually(() => acq.listFollowedIds().length === 1);
    expect([acq.listFollowedIds(), logLines]).toEqual([["other"], []]);
    expect(followRegistration(followers, "one").notifications).toEqual([]);
    await expectEventually(() => acq.listFollowedIds().includes("one"));
  });

  it('ends the subscription and notifies followers when the message is "complete"', async () => {
    const { acq, followers } = await startFollowedAcq();
    const follower = followRegistration(followers, "one");
    await expectEventually(() => follower.notifications.length === 1);
    acq.completeSubscription("one");
    await expectEventually(() => follower.notifications.includes("ended"));
  });

  it("ends the subscription if the message is a GraphQL error", async () => {
    const { acq, followers } = await startFollowedAcq();
    acq.onSubscribe = (socket, id) => {
      socket.send(JSON.stringify({ type: "error", id, payload: [{ message: "no" }] }));
    };
    const follower = followRegistration(followers, "one");
    await expectEventually(() => follower.notifications.includes("ended"));
  });

  it.each([
    "{",
    '"text"',
    '{"type":"next","id":"x","payload":null}',
    '{"type":"unknown"}',
    '{"type":"next","id":"x"}',
  ])("closes the connection with 4004 if the message is invalid: %s", async (text) => {
    const { acq, followers, logLines } = await startFollowedAcq();
    const follower = followRegistration(followers, "one");
    await expectEventually(() => follower.notifications.length === 1);
    acq.sendRawText(text);
    await expectEventually(() => follower.notifications.includes("ended"));
    expect(logLines.map(([facts]) => facts)).toEqual([{ code: 4004, retries: 0 }]);
  });

  it("closes the connection if the message is too long", async () => {
    const { acq, followers, logLines } = await startFollowedAcq();
    const follower = followRegistration(followers, "one");
    await expectEventually(() => follower.notifications.length === 1);
    acq.sendRawText(JSON.stringify({ type: "ping", payload: { long: "x".repeat(100_000) } }));
    await expectEventually(() => logLines.length === 1);
  });
});

function createCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const { gc } = z
    .object({ gc: z.function({ input: [], output: z.unknown() }) })
    .parse(runInNewContext("({ gc })"));
  return () => void gc();
}
