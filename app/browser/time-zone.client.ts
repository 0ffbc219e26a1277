import { cookiePrefix } from "~/request/cookies/cookie-names";

/**
 * Tells the server the browser's time zone in the session cookie `tz` (docs/product.md#cookies-and-storage and
 * docs/product.md#referrers-and-country). Found out in a thread of its own: on an old phone it takes a tenth of a
 * second, in which the page would not answer a touch.
 */
export function sendTimeZone(basePath: string): void {
  const worker = new Worker(new URL("./time-zone.worker.ts", import.meta.url));
  worker.onmessage = ({ data }: MessageEvent<string>) => {
    worker.terminate();
    setTimeZone(data, basePath);
  };
}

/** Sets the cookie, unless it says so already. */
export function setTimeZone(zone: string, basePath: string): void {
  const secure = location.protocol === "https:";
  const name = `${cookiePrefix({ secure, basePath })}tz`;
  const cookie = `${name}=${zone}`;
  if (!/^[\w+/-]+$/.test(zone) || document.cookie.split("; ").includes(cookie)) return;
  document.cookie = `${cookie}; Path=${basePath || "/"}; SameSite=Lax${secure ? "; Secure" : ""}`;
}
