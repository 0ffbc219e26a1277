import { cookiePrefix } from "./cookie-names";

/**
 * Tells the server the browser's time zone in the session cookie `tz` (contract.md, sections 5 and 8), unless it
 * knows it already.
 */
export function tellTimeZone(basePath: string): void {
  const secure = location.protocol === "https:";
  const name = `${cookiePrefix({ secure, basePath })}tz`;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const cookie = `${name}=${zone}`;
  if (!/^[\w+/-]+$/.test(zone) || document.cookie.split("; ").includes(cookie)) return;
  document.cookie = `${cookie}; Path=${basePath || "/"}; SameSite=Lax${secure ? "; Secure" : ""}`;
}
