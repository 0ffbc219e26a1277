const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long it is until an instant, in whole units; nothing is left of what is over. */
export interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

export function timeLeft(endsAt: number, now: number): TimeLeft {
  const left = Math.max(0, endsAt - now);
  return {
    days: Math.floor(left / day),
    hours: Math.floor((left % day) / hour),
    minutes: Math.floor((left % hour) / minute),
    seconds: Math.floor((left % minute) / second),
  };
}

/**
 * By how much the browser's clock is to be corrected, in milliseconds. A difference of less than two minutes is
 * the page's way here, and the time that it was kept; a page out of the browser's own cache says nothing.
 *
 * @param serverNow the server's clock when it made the page
 * @param arrivedAt the browser's clock when the page came
 */
export function clockCorrection({
  serverNow,
  arrivedAt,
  fromCache,
}: {
  serverNow: number;
  arrivedAt: number;
  fromCache: boolean;
}): number {
  const difference = serverNow - arrivedAt;
  return fromCache || Math.abs(difference) < 2 * minute ? 0 : difference;
}
