import { expect, it } from "vitest";
import { acqStateReader } from "~/server/lifecycle/health.server";

it("acq is asked once in two seconds, and once at a time", async () => {
  let now = 0;
  let asked = 0;
  const answers: ((state: "ok" | "down") => void)[] = [];
  const read = acqStateReader(
    () => {
      asked += 1;
      return new Promise((resolve) => answers.push(resolve));
    },
    { now: () => now },
  );
  const both = Promise.all([read(), read()]);
  expect(asked).toBe(1);
  answers[0]?.("ok");
  expect(await both).toEqual(["ok", "ok"]);
  now = 1999;
  expect(await read()).toBe("ok");
  expect(asked).toBe(1);
  now = 2000;
  const later = read();
  answers[1]?.("down");
  expect(await later).toBe("down");
  expect(asked).toBe(2);
});

it("a slow acq is as it was last known until it has answered, and is asked once", async () => {
  let asked = 0;
  const answers: ((state: "ok" | "down") => void)[] = [];
  const read = acqStateReader(
    () => {
      asked += 1;
      return new Promise((resolve) => answers.push(resolve));
    },
    // Each reading is more than two seconds after the one before.
    { now: () => asked * 10_000, patienceMs: 1 },
  );
  expect(await read()).toBe("down");
  answers[0]?.("ok");
  await expect.poll(read).toBe("ok");
  const askedBefore = asked;
  expect(await read()).toBe("ok");
  expect(asked).toBe(askedBefore);
});
