import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/context.server";
import { signOut } from "~/domain/member-session/sign-out.server";
import { forgetCache } from "~/http/forget-cache";
import { restartFollowers } from "~/pages/registration-events.server";
import { notFound, seeOther } from "~/pages/replies.server";

export function loader({ context, request }: LoaderFunctionArgs) {
  throw notFound(requestContext(context, request));
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  if (app.sent[app.tokenCookie.name]) await signOut(app);
  for (const cleared of app.tokenCookie.clearAll()) app.outgoing.set(cleared, cleared);
  await restartFollowers(app);
  return forgetCache(seeOther(app, "/"));
}

/** Never shown: Remix draws an error page only for a module that has a component. */
export default function Logout() {
  return null;
}
