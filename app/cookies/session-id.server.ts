import { createHash } from "node:crypto";

const maxSessions = 8;

/**
 * Returns the value of the `sid` cookie: the newest session id, followed by earlier ids. In an old browser, a form is
 * valid only if the cookie contains the id of the form's session (docs/product/overview.md#safe). The earlier ids keep
 * forms in other windows valid.
 */
export function createSidCookieValue(sessionId: string, currentCookie: string | undefined): string {
  return [sessionId, ...parseSessionIds(currentCookie)].slice(0, maxSessions).join(".");
}

/** Returns a hash that identifies a session in the log. The hash does not reveal the session id. */
export function hashSessionId(sessionId: string): string {
  return createHash("sha256").update(sessionId).digest("base64url").slice(0, 22);
}

export function parseSessionIds(currentCookie: string | undefined): string[] {
  const sessionIds = currentCookie?.split(".") ?? [];
  return sessionIds.filter((id) => /^[0-9a-f-]{36}$/.test(id)).slice(0, maxSessions);
}
