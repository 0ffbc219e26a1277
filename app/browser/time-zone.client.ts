import { createCookiePrefix } from "~/cookies/cookie-names";

/**
 * Sends the browser's time zone to the server in the session cookie `tz`
 * (docs/product/cookies-and-events.md#cookies-and-storage). A web worker determines the time zone. On an old phone this
 * takes a tenth of a second and would block the page.
 */
export function sendTimeZone(basePath: string): void {
  const worker = new Worker(new URL("./time-zone.worker.ts", import.meta.url));
  worker.onmessage = ({ data }: MessageEvent<string>) => {
    worker.terminate();
    setTimeZoneCookie(data, basePath);
  };
}

/** Sets the cookie `tz` to a time zone, unless the cookie already has this value. */
export function setTimeZoneCookie(timeZone: string, basePath: string): void {
  const isSecure = location.protocol === "https:";
  const name = `${createCookiePrefix({ secure: isSecure, basePath })}tz`;
  const cookie = `${name}=${timeZone}`;
  if (!/^[\w+/-]+$/.test(timeZone) || document.cookie.split("; ").includes(cookie)) return;
  document.cookie = `${cookie}; Path=${basePath || "/"}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
