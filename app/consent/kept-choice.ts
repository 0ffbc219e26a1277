import { consentText } from "~/http/cookies/chosen-consent";
import type { Consent } from "~/http/cookies/consent-choice";
import { cookiePrefix } from "~/http/cookies/cookie-names";

const { base = "", locale } = document.documentElement.dataset;
const secure = location.protocol === "https:";
const start = `${cookiePrefix({ secure, basePath: base })}consent=`;

/** The cookie's text; undefined while nothing was chosen. */
export function keptChoice(): string | undefined {
  return document.cookie
    .split("; ")
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
}

/**
 * Keeps a choice in the cookie that the server reads, as the server would (http/cookies/cookies.server.ts), and as a proof for
 * its visitor beside the words that it answers.
 *
 * @returns whether the browser has kept it: some take no cookies
 */
export function saveChoice(choice: Consent, words: string): boolean {
  const text = consentText(choice);
  document.cookie = `${start}${text}; Max-Age=31536000; Path=${base || "/"}; SameSite=Lax${secure ? "; Secure" : ""}`;
  if (keptChoice() !== text) return false;
  try {
    const record = { time: new Date(), ...choice, locale, words };
    localStorage.setItem("consent-record", JSON.stringify(record));
  } catch {
    // A browser without storage: the cookie is the record, as it is without script.
  }
  return true;
}
