import { expect, it } from "vitest";
import { acqStateReader } from "~/server/lifecycle/health.server";

/** An acq that answers when the test says so; `answers` has an entry for each question. */
function waitingAcq() {
  const answers: ((state: "ok" | "down") => void)[] = [];
  const ask = () => new Promise<"ok" | "down">((resolve) => answers.push(resolve));
  return { ask, answers };
}

it("acq is asked once in two seconds, and once at a time", async () => {
  let now = 0;
  const { ask, answers } = waitingAcq();
  const read = acqStateReader(ask, { now: () => now });
  const both = Promise.all([read(), read()]);
  expect(answers).toHaveLength(1);
  answers[0]?.("ok");
  expect(await both).toEqual(["ok", "ok"]);
  now = 1999;
  expect(await read()).toBe("ok");
  expect(answers).toHaveLength(1);
  now = 2000;
  const later = read();
  answers[1]?.("down");
  expect(await later).toBe("down");
  expect(answers).toHaveLength(2);
});

it("a slow acq is as it was last known until it has answered, and is asked once", async () => {
  const { ask, answers } = waitingAcq();
  const read = acqStateReader(
    ask,
    // Each reading is more than two seconds after the one before.
    { now: () => answers.length * 10_000, patienceMs: 1 },
  );
  expect(await read()).toBe("down");
  answers[0]?.("ok");
  await expect.poll(read).toBe("ok");
  const askedBefore = answers.length;
  expect(await read()).toBe("ok");
  expect(answers).toHaveLength(askedBefore);
});
