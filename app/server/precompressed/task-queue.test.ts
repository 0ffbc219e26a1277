import { expect, it } from "vitest";
import { createTaskQueue } from "~/server/precompressed/task-queue.server";

it("task queue rejects a task when the limits of running and waiting tasks are reached", async () => {
  const enqueue = createTaskQueue({ maxRunning: 1, maxWaiting: 1 });
  const startedTasks: string[] = [];
  const endCallbacks: (() => void)[] = [];
  const task = (name: string) => () =>
    new Promise<void>((resolve) => {
      startedTasks.push(name);
      endCallbacks.push(resolve);
    });
  const isQueued = (name: string) => enqueue(task(name)) !== undefined;
  expect(["a", "b", "c"].map(isQueued)).toEqual([true, true, false]);
  await expect.poll(() => startedTasks).toEqual(["a"]);
  endCallbacks[0]?.();
  await expect.poll(() => startedTasks).toEqual(["a", "b"]);
  const brokenTask = enqueue(() => Promise.reject(new Error("broken")));
  endCallbacks[1]?.();
  await expect(brokenTask).rejects.toThrow("broken");
  expect(isQueued("d")).toBe(true);
  await expect.poll(() => startedTasks).toEqual(["a", "b", "d"]);
});
