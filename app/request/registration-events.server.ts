import { createHash } from "node:crypto";
import type { RequestContext } from "./context.server";
import { draftEndsAt, readDraft } from "./draft.server";

/** Headers of personal events, which no cache may store and no proxy may buffer. */
const headers = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
  // Prevents another request on the same connection, so that a shutdown need not wait for it.
  Connection: "close",
};

/**
 * Streams events about the registration in the visitor's draft. Event `status` has the data `waiting` or `active`, the
 * current one first. After event `ask` the stream reports nothing more, so the page requests the status itself.
 * Responds 204 without a draft, which stops the browser from reconnecting (HTML, section 9.2), and 429 if too many
 * streams are open.
 */
export async function registrationEvents(context: RequestContext, method: string): Promise<Response> {
  const { registrationId } = await readDraft(context);
  const endsAt = await draftEndsAt(context);
  if (registrationId === undefined || endsAt === undefined || context.requestInfo.address.isData)
    return new Response(null, { status: 204 });
  if (method === "HEAD") return new Response(null, { headers });

  const body = context.eventStreams.open({
    clientAddress: context.requestInfo.clientAddress,
    key: hashKey(registrationId),
    endsAt,
    signal: context.requestInfo.signal,
    begin: (stream) =>
      context.followers.follow(registrationId, {
        changed(status) {
          if (status === "gone") stream.send("ask", "gone");
          else stream.send("status", status);
          if (status !== "waiting") stream.end();
        },
        ended() {
          stream.send("ask", "ended");
          stream.end();
        },
      }),
  });
  if (!body) return new Response(null, { status: 429, headers: { "Retry-After": "60" } });
  return new Response(body, { headers });
}

/**
 * Makes the visitor's open pages reconnect, which is necessary after login and logout
 * (docs/develop/acq-protocol.md#requests).
 */
export async function restartFollowers(context: RequestContext): Promise<void> {
  const { registrationId } = await readDraft(context);
  if (registrationId !== undefined) context.restartStreams(hashKey(registrationId));
}

/** Returns a hash, since other instances and readers of Redis see the key. */
function hashKey(registrationId: string): string {
  return createHash("sha256").update(`events\n${registrationId}`).digest("base64url");
}
