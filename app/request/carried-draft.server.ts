import { type Draft, draftSchema } from "~/domain/registration/draft-schema.server";
import type { RequestContext } from "./context.server";
import { hasSiteCookies } from "~/cookies/cookies.server";
import { addQuery } from "./urls.server";

const draftParameter = "state";
const carriedDraftLifetimeSeconds = 2 * 60 * 60;

/** The parts of a draft that a URL may contain: no e-mail address, no name, and no other typed text. */
const carriedDraftSchema = draftSchema.pick({
  registrationCode: true,
  validityTimestamp: true,
  registrationId: true,
  registeredCode: true,
  changesAddress: true,
  mailedTo: true,
  notice: true,
  interestSent: true,
  activated: true,
  continueUrl: true,
  campaign: true,
});

/**
 * Decrypts the draft in a page's URL, which replaces the draft cookie in browsers without cookies
 * (docs/decisions/without-cookies.md).
 *
 * @returns the draft and its expiry in milliseconds since 1970 (`endsAt`); undefined if the draft is missing, forged or
 *   expired
 */
export async function openCarriedDraft({
  requestInfo,
  tokenCrypto,
}: RequestContext): Promise<{ draft: Draft; endsAt: number } | undefined> {
  const encryptedDraft = readQueryParameter(requestInfo.address.url, draftParameter);
  if (!encryptedDraft) return undefined;
  const claims = await tokenCrypto.decrypt("carried", encryptedDraft);
  if (claims?.exp === undefined) return undefined;
  const parsedDraft = carriedDraftSchema.safeParse(claims);
  return parsedDraft.success ? { draft: parsedDraft.data, endsAt: claims.exp * 1000 } : undefined;
}

/** Returns true if the URLs of links and forms must contain the draft, because the browser has sent no draft cookie. */
export function mustCarryDraft({ requestInfo, requestCookies, cookies }: RequestContext): boolean {
  if (requestCookies[cookies.draft.name] !== undefined) return false;
  return (
    readQueryParameter(requestInfo.address.url, draftParameter) !== undefined ||
    !hasSiteCookies(requestCookies, cookies)
  );
}

/** Adds the draft to a path of this site if the browser stores no cookies; otherwise returns the path unchanged. */
export function addCarriedDraft(context: RequestContext, path: string, draft: Draft): string {
  if (!mustCarryDraft(context)) return path;
  const carriedFields = carriedDraftSchema.parse(draft);
  if (Object.values(carriedFields).every((fieldValue) => fieldValue === undefined)) return path;
  return addQuery(
    path,
    `${draftParameter}=${context.tokenCrypto.encrypt("carried", carriedFields, carriedDraftLifetimeSeconds)}`,
  );
}

const cookieCheckParameter = "cookies";
/**
 * The number of seconds for which the marker that `addCookieCheck` adds to a URL is valid. A browser follows a redirect
 * in less time, and a visitor is unlikely to share the URL so soon.
 */
const cookieCheckLifetimeSeconds = 60;

/**
 * Adds a marker to the target of a redirect that sets cookies. A request with the marker and without cookies shows that
 * the browser stores no cookies. The marker is the current time and expires soon, so that it has no effect in a URL
 * that is shared later.
 */
export function addCookieCheck({ clock }: RequestContext, path: string): string {
  const [page = "", query] = path.split("?", 2);
  const parameters = new URLSearchParams(query);
  parameters.set(cookieCheckParameter, getNowInSeconds(clock).toString(36));
  return `${page}?${parameters.toString()}`;
}

/**
 * Returns true if the previous response has set cookies but the request has none. Use it only for forms on personalized
 * pages, because shared (cached) pages set no cookies.
 */
export function isWithoutCookies({ requestInfo, requestCookies, cookies, clock }: RequestContext): boolean {
  if (hasSiteCookies(requestCookies, cookies)) return false;
  if (requestInfo.method === "POST") return true;
  const cookieCheckMarker = readQueryParameter(requestInfo.address.url, cookieCheckParameter) ?? "";
  if (!/^[0-9a-z]{6,7}$/.test(cookieCheckMarker)) return false;
  const ageSeconds = getNowInSeconds(clock) - Number.parseInt(cookieCheckMarker, 36);
  return ageSeconds >= 0 && ageSeconds <= cookieCheckLifetimeSeconds;
}

function getNowInSeconds(clock: () => Date): number {
  return Math.floor(clock().getTime() / 1000);
}

function readQueryParameter(url: string, name: string): string | undefined {
  const queryIndex = url.indexOf("?");
  if (queryIndex === -1 || !url.includes(`${name}=`, queryIndex)) return undefined;
  return new URLSearchParams(url.slice(queryIndex)).get(name) ?? undefined;
}
