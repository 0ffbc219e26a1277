interface QueueLimits {
  /** The maximum number of tasks that run at the same time. */
  maxRunning: number;
  /** The maximum number of tasks that wait in the queue. */
  maxWaiting: number;
}

/**
 * Creates a queue that runs a few tasks at a time without delaying responses. The first task starts after the caller's
 * current code. Before each further task, the event loop handles its other events.
 *
 * @returns a function that queues a task; it returns undefined if too many tasks are queued
 */
export function createTaskQueue(
  limits: QueueLimits,
): <Result>(task: () => Promise<Result>) => Promise<Result> | undefined {
  const waitingTaskStarters: (() => void)[] = [];
  let runningCount = 0;

  function startNextTask(): void {
    setImmediate(() => {
      const startTask = waitingTaskStarters.shift();
      if (startTask) startTask();
      else runningCount -= 1;
    });
  }

  return (task) => {
    if (runningCount >= limits.maxRunning && waitingTaskStarters.length >= limits.maxWaiting)
      return undefined;
    return new Promise((resolve, reject) => {
      const startTask = () => {
        void Promise.resolve().then(task).then(resolve, reject).finally(startNextTask);
      };
      if (runningCount >= limits.maxRunning) {
        waitingTaskStarters.push(startTask);
        return;
      }
      runningCount += 1;
      startTask();
    });
  };
}
