import { serialize, type SerializeOptions } from "cookie";
import { createCookiePrefix, type CookieScope } from "./cookie-names";

const yearSeconds = 365 * 24 * 60 * 60;
/** The lifetime of the `draft` cookie, and of the encrypted draft in it, in seconds. */
export const draftLifetimeSeconds = 72 * 60 * 60;
/**
 * The lifetime of the `device` cookie in seconds: half a year. The cookie identifies a browser in which a member has
 * signed in.
 */
export const deviceLifetimeSeconds = 182 * 24 * 60 * 60;
/** The lifetime of the `missing-path` cookie in seconds: enough for a redirect on a slow connection. */
const missingPathLifetimeSeconds = 60;

/**
 * Creates the cookies of docs/product/cookies-and-events.md#cookies-and-storage. With https, their names start with
 * `__Host-`, or with `__Secure-` if there is a base path. `lang` and `locale` have no prefix.
 */
export function createCookies(config: CookieScope & { token: { cookie: string } }) {
  const path = config.basePath || "/";
  const sharedOptions = { path, sameSite: "lax", secure: config.secure } as const;
  const prefix = createCookiePrefix(config);
  return {
    /** Set only when the visitor chooses a language (docs/product/cookies-and-events.md#cookies-and-storage). */
    lang: createPlainCookie("lang", { ...sharedOptions, maxAge: 2_147_483_647, httpOnly: false }),
    /** The locale of the last requested URL with a language prefix. */
    locale: createPlainCookie("locale", { ...sharedOptions, maxAge: yearSeconds, httpOnly: true }),
    sid: createPlainCookie(`${prefix}sid`, { ...sharedOptions, httpOnly: true }),
    consent: createPlainCookie(`${prefix}consent`, {
      ...sharedOptions,
      maxAge: yearSeconds,
      httpOnly: false,
    }),
    /** The visitor id of experiments (app/experiments/visitor-cookie.ts); set only with consent to analytics. */
    visitor: createPlainCookie(`${prefix}visitor`, { ...sharedOptions, maxAge: yearSeconds, httpOnly: true }),
    /**
     * A session cookie with the text "off" (after ?disablegb=true), or with the variants that an administrator
     * previews.
     */
    variants: createPlainCookie(`${prefix}variants`, { ...sharedOptions, httpOnly: true }),
    /** The browser's time zone, set by the site's script. */
    tz: createPlainCookie(`${prefix}tz`, { ...sharedOptions, httpOnly: false }),
    /** The registration draft, encrypted. Valid for 72 h, as long as an activation link. */
    draft: createPlainCookie(`${prefix}draft`, {
      ...sharedOptions,
      maxAge: draftLifetimeSeconds,
      httpOnly: true,
    }),
    /**
     * The unknown path that the last redirect to /error/404 replaced. The page names the path and deletes the cookie.
     */
    missingPath: createPlainCookie(`${prefix}missing-path`, {
      ...sharedOptions,
      maxAge: missingPathLifetimeSeconds,
      httpOnly: true,
    }),
    /** The encrypted hash of the account that last signed in with this browser (docs/decisions/password-limits.md). */
    device: createPlainCookie(`${prefix}device`, {
      ...sharedOptions,
      maxAge: deviceLifetimeSeconds,
      httpOnly: true,
    }),
    /**
     * The member's token, which may be shared with the shop (docs/develop/acq-protocol.md#requests and
     * docs/product/cookies-and-events.md#cookies-and-storage).
     */
    token: createTokenCookie(config.token.cookie, config),
  };
}

export type Cookies = ReturnType<typeof createCookies>;

export interface RequestWithToken {
  requestCookies: Readonly<Record<string, string | undefined>>;
  cookies: Pick<Cookies, "token">;
}

/** Returns the member's token in a request's cookie. The token is not verified: a client may send any text. */
export function readMemberToken({ requestCookies, cookies }: RequestWithToken): string | undefined {
  return requestCookies[cookies.token.name];
}

/**
 * Returns true if a request has any cookie of this site, including the member's token. A request without one is a first
 * visit, or comes from a browser that stores no cookies (docs/decisions/without-cookies.md).
 *
 * @param requestCookies - the request's cookies by name
 */
export function hasSiteCookies(requestCookies: Partial<Record<string, string>>, cookies: Cookies): boolean {
  return Object.values(cookies).some(({ name }) => requestCookies[name] !== undefined);
}

function createTokenCookie(name: string, scope: CookieScope): TokenCookie {
  const sharedOptions = { sameSite: "lax", secure: scope.secure, httpOnly: true, maxAge: 604_800 } as const;
  const cookie = createPlainCookie(name, { ...sharedOptions, path: scope.basePath || "/" });
  const siteWideCookie = createPlainCookie(name, { ...sharedOptions, path: "/" });
  return {
    ...cookie,
    serializeDeletions: () => [...new Set([cookie.serializeDeletion(), siteWideCookie.serializeDeletion()])],
  };
}

interface TokenCookie extends PlainCookie {
  /**
   * Returns Set-Cookie values that clear the token cookie of this site, and the token cookie that the shop may have set
   * for the whole host. The shop's cookie would otherwise sign the member in again.
   */
  serializeDeletions(): string[];
}

export interface PlainCookie {
  name: string;
  /**
   * Returns a Set-Cookie value.
   *
   * @param value - cookie octets only (RFC 6265, section 4.1.1)
   */
  serialize(value: string): string;
  serializeDeletion(): string;
}

function createPlainCookie(name: string, options: SerializeOptions): PlainCookie {
  return {
    name,
    serialize: (value) => serialize(name, value, options),
    serializeDeletion: () => serialize(name, "", { ...options, maxAge: 0 }),
  };
}
