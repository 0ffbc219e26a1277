import { decodePercent } from "~/utils/percent-encoding";
import type { RequestContext } from "./context.server";

/** The maximum length of a path on the not-found page, in characters. */
const maxShownLength = 80;

/** Matches invisible characters: control, format (also bidirectional), private and unassigned ones, and fillers. */
const invisiblePattern = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Returns the requested path, without its query, for the visitor to read. The path may contain a code, so only the
 * visitor's own page may show it, and no log.
 */
export function readShownPath({ currentUrl: { pathname } }: Pick<RequestContext, "currentUrl">): string {
  return shortenPath(decodePercent(pathname) ?? pathname);
}

function shortenPath(path: string): string {
  const characters = Array.from(path.replaceAll(invisiblePattern, "").replaceAll(/\s+/g, " "));
  return characters.length > maxShownLength
    ? `${characters.slice(0, maxShownLength - 1).join("")}…`
    : characters.join("");
}

/**
 * Returns the value of the `missing-path` cookie, with which the redirect to /error/404 passes on the requested path.
 * The redirect's target thus stays the same for all paths, and other sites cannot choose a text for the page.
 */
export function createMissingPathCookie(context: RequestContext): string {
  return context.cookies.missingPath.serialize(readShownPath(context));
}

/** Returns the path in the `missing-path` cookie and deletes the cookie; undefined without the cookie. */
export function takeMissingPath({
  cookies,
  requestCookies,
  responseState,
}: RequestContext): string | undefined {
  const path = requestCookies[cookies.missingPath.name];
  if (path === undefined) return undefined;
  responseState.setCookies.set("missingPath", cookies.missingPath.serializeDeletion());
  return path.startsWith("/") ? shortenPath(path) : undefined;
}
