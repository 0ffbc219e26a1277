const beatMs = 50;

/**
 * How late the event loop is now, in milliseconds: as late as the last beat was, or as the next one already is. Node's
 * own histogram (perf_hooks) tells of it when it is over; this tells within the very turn that takes too long.
 */
export function watchLoop(now: () => number = () => performance.now()): () => number {
  let last = now();
  let late = 0;
  setInterval(() => {
    const at = now();
    late = at - last - beatMs;
    last = at;
  }, beatMs).unref();
  return () => Math.max(0, late, now() - last - beatMs);
}
