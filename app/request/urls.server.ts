import type { Alternates } from "~/ui/layouts/document";
import type { LinkParts } from "~/acq/operations/generate-registration-link.server";
import type { RequestContext } from "./context.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import { locales } from "~/i18n/locales";
import { isLandingPath } from "./paths";
import { webAddress } from "~/domain/web-address";
import type { Config } from "~/config/environment";

/** Returns the origin and base path of the site, for links from outside. */
export function siteUrl({ config }: RequestContext): string {
  return `${config.publicOrigin}${config.basePath}`;
}

/**
 * Returns the page's canonical URL and those of its other languages with `x-default` (docs/product/pages.md#languages),
 * without a query. All campaigns have the landing page's.
 */
export function alternatesOf(context: RequestContext): Alternates {
  const { prefix, path } = context;
  const page = isLandingPath(path) ? "" : path;
  const at = (start: string) => `${siteUrl(context)}${start}${page}` + (start + page === "" ? "/" : "");
  return {
    canonical: at(prefix),
    languages: [
      ...locales.map(({ code }) => ({ language: code, url: at(`/${code}`) })),
      { language: "x-default", url: at("") },
    ],
  };
}

/**
 * Returns the path of the registration form with a link's parameters, without prefix:
 * docs/product/registration.md#registration-codes.
 */
export function linkPath(link: Pick<LinkParts, "code" | "validityTimestamp">): string {
  return invitationPath(link, "/registration/formstarted");
}

/** Adds an invitation to a path, as in its link. */
export function invitationPath({ code, validityTimestamp }: Invitation, path: string): string {
  const query = new URLSearchParams({
    rc: linkedCode(code),
    ...(validityTimestamp !== null && { vt: validityTimestamp }),
  });
  return `${path}${path.includes("?") ? "&" : "?"}${query.toString()}`;
}

/** Returns a code as links contain it: a `3D` at its start would be repaired as a leftover of quoted-printable. */
export function linkedCode(code: string): string {
  return code.replace(/^3D/, "3d");
}

/**
 * Returns a function that recognizes this site's Origin headers: PUBLIC_ORIGIN, the hosts of LOCALE_DOMAINS, and with
 * the embedded acq the requested host, so that a phone in the same network can try it (docs/operate/configuration.md).
 */
export function ownOriginOf(config: Config): (origin: string, hostAsked: string) => boolean {
  const scheme = config.publicOrigin.split("//", 1).join("");
  return (origin, hostAsked) => {
    if (origin === config.publicOrigin) return true;
    const address = webAddress(origin);
    if (address?.protocol !== scheme) return false;
    const { hostname, host } = address;
    return config.localeDomains.has(hostname) || (config.acq.embedded && host === hostAsked);
  };
}
