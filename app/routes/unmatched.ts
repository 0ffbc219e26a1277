import { data, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/context.server";
import { isAssetPath } from "~/http/asset-path";
import { notFound } from "~/http/replies.server";
import type { PageHandle } from "~/layouts/page-handle";

export const handle: PageHandle = { layout: "centered", i18n: [] };

/** The global guard (spec.md, section 2); also where a request that was refused gets its page. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  if (app.facts.refusal) throw data(null, { status: app.facts.refusal.status });
  if (request.method === "POST") throw notFound(app);
  if (isAssetPath(app.path))
    return new Response("Not found", { status: 404, headers: { "Content-Type": "text/plain" } });
  return redirect(`${app.prefix}/error/404`, 302);
}

export function action({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  throw app.facts.refusal ? data(null, { status: app.facts.refusal.status }) : notFound(app);
}

/** Never shown: Remix draws an error page only for a module that has a component. */
export default function Unmatched() {
  return null;
}
