import { describe, expect, it } from "vitest";
import { followRegistration, startFollowedAcq } from "./followed-acq";

const expectEventually = (condition: () => boolean) => expect.poll(condition, { interval: 5 }).toBe(true);

/** The close codes that docs/develop/acq-protocol.md#live lists. */
const fatalCloseCodes = [4500, 4005, 4400, 4004, 4401, 4403, 4406, 4409, 4429];
const retriedCloseCodes = [4408, 4504];

describe.each(fatalCloseCodes)("connection closed with the fatal code %i", (code) => {
  it("does not reconnect, and notifies followers", async () => {
    const { acq, followers, logLines, retryDelaysMs } = await startFollowedAcq();
    const [follower, otherFollower] = [
      followRegistration(followers, "one"),
      followRegistration(followers, "other"),
    ];
    await expectEventually(() => follower.notifications.length + otherFollower.notifications.length === 2);
    acq.close(code);
    await expectEventually(
      () => follower.notifications.includes("ended") && otherFollower.notifications.includes("ended"),
    );
    expect([retryDelaysMs, acq.countConnections()]).toEqual([[], 1]);
    expect(logLines).toEqual([
      [
        { code, retries: 0 },
        "acq: the WebSocket connection has failed: open pages get no more events, and the next page opens a new connection",
      ],
    ]);
  });

  it("reconnects for a new follower only after a minute", async () => {
    const { acq, followers, advanceClock } = await startFollowedAcq();
    const firstFollower = followRegistration(followers, "one");
    await expectEventually(() => firstFollower.notifications.length === 1);
    acq.close(code);
    await expectEventually(() => firstFollower.notifications.includes("ended"));
    advanceClock(59_999);
    expect(followRegistration(followers, "one").notifications).toEqual(["ended"]);
    expect(acq.countConnections()).toBe(1);
    advanceClock(1);
    const laterFollower = followRegistration(followers, "one");
    await expectEventually(() => laterFollower.notifications.includes("waiting"));
    expect(acq.countConnections()).toBe(2);
  });

  it("does not reconnect if it was closed before the acknowledgment", async () => {
    const { acq, followers, retryDelaysMs } = await startFollowedAcq();
    acq.onInit = (socket) => {
      socket.close(code);
    };
    const follower = followRegistration(followers, "one");
    await expectEventually(() => follower.notifications.includes("ended"));
    expect([retryDelaysMs, acq.countConnections()]).toEqual([[], 1]);
  });
});

describe.each([...retriedCloseCodes, 1000, 1001, 1011, 1012, 4499])(
  "connection closed with the temporary code %i",
  (closeCode) => {
    it("reconnects and restores all subscriptions", async () => {
      const { acq, followers, logLines, finishRetryDelay } = await startFollowedAcq();
      const [follower, otherFollower] = [
        followRegistration(followers, "one"),
        followRegistration(followers, "other"),
      ];
      await expectEventually(() => follower.notifications.length + otherFollower.notifications.length === 2);
      acq.close(closeCode);
      await expectEventually(() => logLines.length === 1);
      expect(acq.countConnections()).toBe(1);
      finishRetryDelay();
      await expectEventually(() => acq.listFollowedIds().length === 2);
      expect([acq.countConnections(), acq.listFollowedIds()]).toEqual([2, ["one", "other"]]);
      acq.sendStatus("other", "ACTIVE");
      await expectEventually(() => otherFollower.notifications.includes("active"));
      // acq sent the current status again over the new connection, but each follower has received it only once.
      expect([follower.notifications, otherFollower.notifications]).toEqual([
        ["waiting"],
        ["waiting", "active"],
      ]);
      expect(logLines).toEqual([
        [{ code: closeCode, retryInMs: 2650 }, "acq: the WebSocket connection is lost and will be retried"],
      ]);
    });
  },
);

describe("connection that breaks repeatedly", () => {
  it("reconnects five times with growing delays, and then notifies followers", async () => {
    const { acq, followers, retryDelaysMs, finishRetryDelay } = await startFollowedAcq();
    acq.onSubscribe = (socket) => {
      socket.close(4408);
    };
    const follower = followRegistration(followers, "one");
    for (let retryNumber = 1; retryNumber <= 5; retryNumber += 1) {
      await expectEventually(() => retryDelaysMs.length === retryNumber);
      finishRetryDelay();
    }
    await expectEventually(() => follower.notifications.includes("ended"));
    // The delay before a reconnection starts at 1 s and doubles. In this test, its random part (300 to 3000 ms) is
    // always 1650 ms (docs/develop/acq-protocol.md#live).
    expect(retryDelaysMs).toEqual([2650, 3650, 5650, 9650, 17_650]);
    expect(acq.countConnections()).toBe(6);
  });

  it("reconnects immediately for the next follower", async () => {
    const { acq, followers, retryDelaysMs, finishRetryDelay } = await startFollowedAcq();
    acq.onInit = (socket) => {
      socket.close(4504);
    };
    const follower = followRegistration(followers, "one");
    for (let retry = 1; retry <= 5; retry += 1) {
      await expectEventually(() => retryDelaysMs.length === retry);
      finishRetryDelay();
    }
    await expectEventually(() => follower.notifications.includes("ended"));
    acq.onInit = undefined;
    const otherFollower = followRegistration(followers, "other");
    await expectEventually(() => otherFollower.notifications.includes("waiting"));
  });

  it("resets the number of retries after ten seconds without a disconnection", async () => {
    const { acq, followers, retryDelaysMs, advanceClock, finishRetryDelay } = await startFollowedAcq();
    const follower = followRegistration(followers, "one");
    for (let lossCount = 1; lossCount <= 8; lossCount += 1) {
      await expectEventually(() => acq.listFollowedIds().length === 1);
      acq.sendStatus("one", "CREATED");
      await expectEventually(() => follower.notifications.length > 0);
      advanceClock(10_000);
      acq.terminateConnections();
      await expectEventually(() => retryDelaysMs.length === lossCount);
      finishRetryDelay();
    }
    expect(retryDelaysMs).toEqual(Array(8).fill(2650));
    expect(follower.notifications).toEqual(["waiting"]);
  });

  it("reconnects on the next retry after acq becomes available again", async () => {
    const { acq, followers, logLines, retryDelaysMs, finishRetryDelay } = await startFollowedAcq();
    const follower = followRegistration(followers, "one");
    await expectEventually(() => follower.notifications.length === 1);
    await acq.stopListening();
    await expectEventually(() => retryDelaysMs.length === 1);
    finishRetryDelay();
    await expectEventually(() => retryDelaysMs.length === 2);
    await acq.listenAgain();
    finishRetryDelay();
    await expectEventually(() => acq.listFollowedIds().length === 1);
    acq.sendStatus("one", "ACTIVE");
    await expectEventually(() => follower.notifications.includes("active"));
    expect(follower.notifications).toEqual(["waiting", "active"]);
    expect(logLines.map(([facts]) => facts)).toEqual([
      { code: 1006, retryInMs: 2650 },
      { code: 1006, retryInMs: 3650 },
    ]);
  });

  it("does not retry after its last follower has left", async () => {
    const { acq, followers, retryDelaysMs, finishRetryDelay } = await startFollowedAcq();
    const follower = followRegistration(followers, "one");
    await expectEventually(() => follower.notifications.length === 1);
    acq.terminateConnections();
    await expectEventually(() => retryDelaysMs.length === 1);
    follower.unfollow();
    expect(finishRetryDelay).toThrow("nothing waits");
    const otherFollower = followRegistration(followers, "other");
    await expectEventually(() => otherFollower.notifications.includes("waiting"));
    expect(acq.listFollowedIds()).toEqual(["other"]);
  });
});
