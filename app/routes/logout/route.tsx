import { v4 as uuid } from "uuid";
import type { Acq } from "~/acq/client.server";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/request/context.server";
import { logout } from "~/acq/operations/logout.server";
import { forgetCache, notFound, seeOther } from "~/request/replies.server";
import { restartFollowers } from "~/request/registration-events.server";

export function loader({ context, request }: LoaderFunctionArgs) {
  throw notFound(requestContext(context, request));
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  if (app.sent[app.tokenCookie.name]) await endToken(app.acq);
  for (const cleared of app.tokenCookie.clearAll()) app.reply.outgoing.set(cleared, cleared);
  await restartFollowers(app);
  return forgetCache(seeOther(app, "/"));
}

/** Never shown: Remix draws an error page only for a module that has a component. */
export default function Logout() {
  return null;
}

/**
 * The visitor waits for acq so long, in milliseconds; acq is asked to the end, and the visitor's own copy goes either
 * way.
 */
const patienceMs = 3000;

async function endToken(acq: Acq): Promise<void> {
  await Promise.race([
    logout(acq, uuid()),
    new Promise((resolve) => setTimeout(resolve, patienceMs).unref()),
  ]);
}
