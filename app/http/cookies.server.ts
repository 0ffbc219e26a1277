import { serialize, type SerializeOptions } from "cookie";
import { cookiePrefix, type CookieHome } from "./cookie-names";

const year = 365 * 24 * 60 * 60;

/**
 * The cookies of contract.md, section 5. Names carry `__Host-` under https, `__Secure-` with a base path;
 * `lang` and `locale` keep the names that spec.md gives.
 */
export function cookiesFor(home: CookieHome) {
  const path = home.basePath || "/";
  const shared = { path, sameSite: "lax", secure: home.secure } as const;
  const prefix = cookiePrefix(home);
  return {
    /** Written only when a person chooses a language (spec.md, section 9). */
    lang: plainCookie("lang", { ...shared, maxAge: 2_147_483_647, httpOnly: false }),
    /** The locale of the last prefixed URL. */
    locale: plainCookie("locale", { ...shared, maxAge: year, httpOnly: true }),
    sid: plainCookie(`${prefix}sid`, { ...shared, httpOnly: true }),
    consent: plainCookie(`${prefix}consent`, { ...shared, maxAge: year, httpOnly: false }),
    /** The browser's time zone, which its own script sets. */
    tz: plainCookie(`${prefix}tz`, { ...shared, httpOnly: false }),
    /** Sealed by `sealing`; lives as long as an activation, 72 h. */
    draft: plainCookie(`${prefix}draft`, { ...shared, maxAge: 72 * 60 * 60, httpOnly: true }),
  };
}

export type Cookies = ReturnType<typeof cookiesFor>;

/** The member's token, under a name that the shop may share: spec.md, sections 6 and 9. */
export function tokenCookie(name: string, home: CookieHome): PlainCookie {
  const path = home.basePath || "/";
  return plainCookie(name, { path, sameSite: "lax", secure: home.secure, httpOnly: true, maxAge: 604_800 });
}

export interface PlainCookie {
  name: string;
  /** A Set-Cookie value; the text must be of cookie octets (RFC 6265, section 4.1.1). */
  set(value: string): string;
  clear(): string;
}

function plainCookie(name: string, options: SerializeOptions): PlainCookie {
  return {
    name,
    set: (value) => serialize(name, value, options),
    clear: () => serialize(name, "", { ...options, maxAge: 0 }),
  };
}
