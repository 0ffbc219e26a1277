/** In milliseconds: who has lived so long has not failed at its start. */
const longEnough = 10_000;
const most = 30_000;

/**
 * How long to wait before a worker that ended is replaced, given how long it lived, in milliseconds: not at all after
 * an accident; after a second, then two, four and so on where one ends right after the other.
 */
export function restartDelays(): (livedMs: number) => number {
  let early = 0;
  return (livedMs) => {
    early = livedMs < longEnough ? early + 1 : 0;
    return early < 2 ? 0 : Math.min(1000 * 2 ** (early - 2), most);
  };
}
