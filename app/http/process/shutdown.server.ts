const signals = ["SIGTERM", "SIGINT"] as const;

/**
 * Heeds the first signal to end and no other: npm, shells and terminals send them twice. Heeds it from the beginning,
 * since the kernel keeps a container's first process from everything that it has not asked for.
 *
 * @returns says what is to be done then; until it has, there is nothing to finish and the process just ends
 */
export function onShutdown(): (end: () => void) => void {
  let isEnding = false;
  let end = (): void => process.exit(0);
  for (const signal of signals)
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      end();
    });
  return (next) => {
    end = next;
  };
}
