import type { Alternates } from "~/ui/layouts/document";
import type { RegistrationLinkParts } from "~/acq/operations/generate-registration-link.server";
import type { RequestContext } from "./context.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import { locales } from "~/i18n/locales";
import { isLandingPath } from "./paths";
import { parseWebUrl } from "~/utils/web-address";
import type { Config } from "~/config/environment";

/** Returns the public origin and base path of the site, with which links in e-mails and on other sites start. */
export function createSiteUrl({ config }: RequestContext): string {
  return `${config.publicOrigin}${config.basePath}`;
}

/**
 * Returns the page's canonical URL and the URLs of its languages, including `x-default`, all without a query
 * (docs/product/pages.md#languages). For the landing pages of campaigns, these are the URLs of the landing page without
 * campaign.
 */
export function createAlternates(context: RequestContext): Alternates {
  const { prefix, path } = context;
  const page = isLandingPath(path) ? "" : path;
  const createUrl = (pathPrefix: string) =>
    `${createSiteUrl(context)}${pathPrefix}${page}` + (pathPrefix + page === "" ? "/" : "");
  return {
    canonical: createUrl(prefix),
    languages: [
      ...locales.map(({ code }) => ({ language: code, url: createUrl(`/${code}`) })),
      { language: "x-default", url: createUrl("") },
    ],
  };
}

/**
 * Returns the path and query of a registration link: the registration form with code and timestamp, without URL prefix
 * (docs/product/registration.md#registration-codes).
 */
export function createLinkPath(link: Pick<RegistrationLinkParts, "code" | "validityTimestamp">): string {
  return createInvitationPath(link, "/registration/formstarted");
}

/** Adds an invitation to a path, as the parameters `rc` and `vt`. */
export function createInvitationPath({ code, validityTimestamp }: Invitation, path: string): string {
  const query = new URLSearchParams({
    rc: formatCodeForLink(code),
    ...(validityTimestamp !== null && { vt: validityTimestamp }),
  });
  return addQuery(path, query.toString());
}

/** Adds parameters to the query of a path, which may have a query already. */
export function addQuery(path: string, query: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/**
 * Returns a code as links contain it. A leading `3D` is lowercased: reading a link removes an uppercase `3D` as a
 * leftover of quoted-printable.
 */
export function formatCodeForLink(code: string): string {
  return code.replace(/^3D/, "3d");
}

/**
 * Returns true for this site's origins: PUBLIC_ORIGIN and the hosts of LOCALE_DOMAINS. If the form was sent to the host
 * that its page came from, this host may also differ from these by `www.` or by a dot at its end: the proxy shows the
 * pages of such a host. With the embedded acq, any requested host is accepted, so that a phone in the same network can
 * use the site (docs/operate/configuration.md).
 */
export function isOwnOrigin(
  { publicOrigin, localeDomains, acq }: Config,
  origin: string,
  hostHeader: string,
): boolean {
  if (origin === publicOrigin) return true;
  const originUrl = parseWebUrl(origin);
  if (originUrl === undefined || !publicOrigin.startsWith(`${originUrl.protocol}//`)) return false;
  const { hostname, host, port } = originUrl;
  if (localeDomains.has(hostname)) return true;
  if (host !== hostHeader) return false;
  const publicUrl = new URL(publicOrigin);
  const ownHosts = [...localeDomains.keys(), ...(port === publicUrl.port ? [publicUrl.hostname] : [])];
  return acq.embedded || ownHosts.map(toBareHost).includes(toBareHost(hostname));
}

/** Returns a host name without `www.` and without a dot at its end. */
const toBareHost = (hostname: string): string => hostname.replace(/^www\./, "").replace(/\.$/, "");
