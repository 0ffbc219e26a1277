import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/context.server";
import { isAssetPath } from "~/http/asset-path";
import { notFound } from "~/http/replies.server";
import type { PageHandle } from "~/layouts/page-handle";

export const handle: PageHandle = { layout: "centered", i18n: [] };

/** The global guard (spec.md, section 2); also where a refused request gets its page. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  if (app.facts.refusal) throw data(null, { status: app.facts.refusal.status });
  if (isAssetPath(app.path)) throw notFound(app);
  return redirect(`${app.prefix}/error/404`, 302);
}

/** Left to the loader: when an action throws, Remix asks no loader, and the page would not know its language. */
export function action({ context, request }: ActionFunctionArgs) {
  requestContext(context, request).facts.refusal ??= { status: 404 };
  return null;
}

/** Never shown: Remix draws an error page only for a module that has a component. */
export default function Unmatched() {
  return null;
}
