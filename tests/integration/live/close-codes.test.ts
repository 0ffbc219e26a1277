import { describe, expect, it } from "vitest";
import { follow, followAcq } from "./followed-acq";

const until = (condition: () => boolean) => expect.poll(condition, { interval: 5 }).toBe(true);

/** The close codes of docs/develop/acq-protocol.md#live. */
const fatal = [4500, 4005, 4400, 4004, 4401, 4403, 4406, 4409, 4429];
const retried = [4408, 4504];

describe.each(fatal)("fatal close code %i", (code) => {
  it("ends the connection for good and notifies followers", async () => {
    const { acq, followers, logged, waits } = await followAcq();
    const [one, other] = [follow(followers, "one"), follow(followers, "other")];
    await until(() => one.heard.length + other.heard.length === 2);
    acq.close(code);
    await until(() => one.heard.includes("ended") && other.heard.includes("ended"));
    expect([waits, acq.opened()]).toEqual([[], 1]);
    expect(logged).toEqual([
      [{ code, retries: 0 }, "acq: the WebSocket connection has failed; the next follower opens another one"],
    ]);
  });

  it("lets the next follower reconnect after a minute, not earlier", async () => {
    const { acq, followers, pass } = await followAcq();
    const first = follow(followers, "one");
    await until(() => first.heard.length === 1);
    acq.close(code);
    await until(() => first.heard.includes("ended"));
    pass(59_999);
    expect(follow(followers, "one").heard).toEqual(["ended"]);
    expect(acq.opened()).toBe(1);
    pass(1);
    const later = follow(followers, "one");
    await until(() => later.heard.includes("waiting"));
    expect(acq.opened()).toBe(2);
  });

  it("ends the connection before it is acknowledged, too", async () => {
    const { acq, followers, waits } = await followAcq();
    acq.onInit = (socket) => {
      socket.close(code);
    };
    const one = follow(followers, "one");
    await until(() => one.heard.includes("ended"));
    expect([waits, acq.opened()]).toEqual([[], 1]);
  });
});

describe.each([...retried, 1000, 1001, 1011, 1012, 4499])("retried close code %i", (code) => {
  it("leads to a reconnection with all subscriptions", async () => {
    const { acq, followers, logged, passWait } = await followAcq();
    const [one, other] = [follow(followers, "one"), follow(followers, "other")];
    await until(() => one.heard.length + other.heard.length === 2);
    acq.close(code);
    await until(() => logged.length === 1);
    expect(acq.opened()).toBe(1);
    passWait();
    await until(() => acq.followed().length === 2);
    expect([acq.opened(), acq.followed()]).toEqual([2, ["one", "other"]]);
    acq.tell("other", "ACTIVE");
    await until(() => other.heard.includes("active"));
    // The new connection sent the present state again, which followers do not receive twice.
    expect([one.heard, other.heard]).toEqual([["waiting"], ["waiting", "active"]]);
    expect(logged).toEqual([
      [{ code, retryInMs: 2650 }, "acq: the WebSocket connection is lost and will be retried"],
    ]);
  });
});

describe("connection that is lost repeatedly", () => {
  it("reconnects five times with growing delays, then notifies followers", async () => {
    const { acq, followers, waits, passWait } = await followAcq();
    acq.onSubscribe = (socket) => {
      socket.close(4408);
    };
    const one = follow(followers, "one");
    for (let retry = 1; retry <= 5; retry += 1) {
      await until(() => waits.length === retry);
      passWait();
    }
    await until(() => one.heard.includes("ended"));
    // 1 s, doubled each time, plus half of the range from 300 to 3000 ms (docs/develop/acq-protocol.md#live).
    expect(waits).toEqual([2650, 3650, 5650, 9650, 17_650]);
    expect(acq.opened()).toBe(6);
  });

  it("reconnects at once for the next follower", async () => {
    const { acq, followers, waits, passWait } = await followAcq();
    acq.onInit = (socket) => {
      socket.close(4504);
    };
    const one = follow(followers, "one");
    for (let retry = 1; retry <= 5; retry += 1) {
      await until(() => waits.length === retry);
      passWait();
    }
    await until(() => one.heard.includes("ended"));
    acq.onInit = undefined;
    const other = follow(followers, "other");
    await until(() => other.heard.includes("waiting"));
  });

  it("resets its retries after ten seconds without a loss", async () => {
    const { acq, followers, waits, pass, passWait } = await followAcq();
    const one = follow(followers, "one");
    for (let loss = 1; loss <= 8; loss += 1) {
      await until(() => acq.followed().length === 1);
      acq.tell("one", "CREATED");
      await until(() => one.heard.length > 0);
      pass(10_000);
      acq.breakOff();
      await until(() => waits.length === loss);
      passWait();
    }
    expect(waits).toEqual(Array(8).fill(2650));
    expect(one.heard).toEqual(["waiting"]);
  });

  it("recovers when acq returns", async () => {
    const { acq, followers, logged, waits, passWait } = await followAcq();
    const one = follow(followers, "one");
    await until(() => one.heard.length === 1);
    await acq.goAway();
    await until(() => waits.length === 1);
    passWait();
    await until(() => waits.length === 2);
    await acq.comeBack();
    passWait();
    await until(() => acq.followed().length === 1);
    acq.tell("one", "ACTIVE");
    await until(() => one.heard.includes("active"));
    expect(one.heard).toEqual(["waiting", "active"]);
    expect(logged.map(([facts]) => facts)).toEqual([
      { code: 1006, retryInMs: 2650 },
      { code: 1006, retryInMs: 3650 },
    ]);
  });

  it("closes when its last follower leaves", async () => {
    const { acq, followers, waits, passWait } = await followAcq();
    const one = follow(followers, "one");
    await until(() => one.heard.length === 1);
    acq.breakOff();
    await until(() => waits.length === 1);
    one.leave();
    expect(passWait).toThrow("nothing waits");
    const other = follow(followers, "other");
    await until(() => other.heard.includes("waiting"));
    expect(acq.followed()).toEqual(["other"]);
  });
});
