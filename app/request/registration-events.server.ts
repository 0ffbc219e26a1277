import { createHash } from "node:crypto";
import type { RequestContext } from "./context.server";
import { draftEndsAt, readDraft } from "./draft.server";

/** Events of nobody else, to nobody else; nothing on the way may hold them back. */
const headers = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
  // Its connection serves no other request after it, so that an instance that shuts down need not wait for it.
  Connection: "close",
};

/**
 * Events of the registration in the visitor's own draft: event `status`, data `waiting` or `active`, the present one
 * first; event `ask` when nothing more can be told. 204 without a draft, which tells a browser not to come back (HTML,
 * section 9.2); 429 when too many pages follow.
 */
export async function registrationEvents(context: RequestContext, method: string): Promise<Response> {
  const { registrationId } = await readDraft(context);
  const endsAt = await draftEndsAt(context);
  if (registrationId === undefined || endsAt === undefined || context.requestInfo.address.isData)
    return new Response(null, { status: 204 });
  if (method === "HEAD") return new Response(null, { headers });

  const body = context.eventStreams.open({
    clientAddress: context.requestInfo.clientAddress,
    key: keyOf(registrationId),
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
 * Lets the visitor's own open pages come back, as they have to after login and logout (docs/acq-protocol.md#requests).
 */
export async function restartFollowers(context: RequestContext): Promise<void> {
  const { registrationId } = await readDraft(context);
  if (registrationId !== undefined) context.restartStreams(keyOf(registrationId));
}

/** Other instances are told of it: it must not be the registration itself. */
function keyOf(registrationId: string): string {
  return createHash("sha256").update(`events\n${registrationId}`).digest("base64url");
}
