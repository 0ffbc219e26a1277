import { type Draft, dropDraftParts } from "~/domain/registration/draft-schema.server";
import type { RequestContext } from "./context.server";
import { draftLifetimeSeconds } from "~/cookies/cookies.server";

/**
 * The maximum size of a cookie in bytes. Every browser accepts a cookie of this size, including name and attributes
 * (RFC 6265, section 6.1).
 */
const maxCookieBytes = 4096;

/**
 * Returns the Set-Cookie values of the response. The draft is encrypted here only once, even if it was saved several
 * times.
 */
export function createResponseCookies(context: RequestContext): string[] {
  const { draft } = context.requestCache;
  const { setCookies, isDraftSaved } = context.responseState;
  return [...setCookies.values(), isDraftSaved && draft ? createDraftCookie(context, draft) : []].flat();
}

function createDraftCookie({ cookies, tokenCrypto }: RequestContext, draft: Draft): string {
  for (let droppedPartCount = 0; ; droppedPartCount += 1) {
    const shortenedDraft = dropDraftParts(draft, droppedPartCount);
    if (shortenedDraft === undefined) return cookies.draft.serializeDeletion();
    const cookie = cookies.draft.serialize(
      tokenCrypto.encrypt("draft", shortenedDraft, draftLifetimeSeconds),
    );
    if (cookie.length < maxCookieBytes) return cookie;
  }
}
