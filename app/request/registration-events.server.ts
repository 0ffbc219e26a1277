import { createHash } from "node:crypto";
import type { RequestContext } from "./context.server";
import { readDraftExpiry, readDraft } from "./draft.server";

/** Headers of an event stream with personal data: no cache may store it and no proxy may buffer it. */
const headers = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
  // Closes the connection after the event stream has ended. A shutdown then need not wait for another request on this
  // connection.
  Connection: "close",
};

/**
 * Streams the status of the registration in the visitor's draft: first the current status, then each change, as the
 * event `status` with `waiting` or `active`. After the event `ask`, no status follows: the page must request it.
 * Without a draft the response is 204, after which browsers do not reconnect (HTML, section 9.2).
 */
export async function createEventsResponse(context: RequestContext, method: string): Promise<Response> {
  const { registrationId } = await readDraft(context);
  const endsAt = await readDraftExpiry(context);
  if (registrationId === undefined || endsAt === undefined || context.requestInfo.address.isDataRequest)
    return new Response(null, { status: 204 });
  if (method === "HEAD") return new Response(null, { headers });

  const body = context.eventStreams.open({
    clientAddress: context.requestInfo.clientAddress,
    key: createStreamKey(registrationId),
    endsAt,
    signal: context.requestInfo.signal,
    onOpen: (stream) =>
      context.followers.follow(registrationId, {
        handleChange(status) {
          if (status === "gone") stream.send("ask", "gone");
          else stream.send("status", status);
          if (status !== "waiting") stream.end();
        },
        handleEnd() {
          stream.send("ask", "ended");
          stream.end();
        },
      }),
  });
  if (!body) return new Response(null, { status: 429, headers: { "Retry-After": "60" } });
  return new Response(body, { headers });
}

/**
 * Makes the visitor's waiting pages reconnect, because login and logout change the cookies
 * (docs/develop/acq-protocol.md#requests).
 */
export async function restartFollowers(context: RequestContext): Promise<void> {
  const { registrationId } = await readDraft(context);
  if (registrationId !== undefined) context.restartStreams(createStreamKey(registrationId));
}

/** Returns a hash of the registration's id as the stream's key. The id itself must not be visible in Redis. */
function createStreamKey(registrationId: string): string {
  return createHash("sha256").update(`events\n${registrationId}`).digest("base64url");
}
