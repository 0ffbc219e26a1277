import { data, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/request/context.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { reportNotFound, underMaintenance } from "~/request/replies.server";

export const handle: PageHandle = { layout: "centered", i18n: [] };

/** The global guard (docs/product.md#pages); also where a refused request gets its page. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const { refusal } = app.facts;
  if (refusal?.maintenance) throw underMaintenance(app);
  if (refusal) throw data(null, { status: refusal.status });
  reportNotFound(app);
  if (app.facts.isData) throw data(null, { status: 404 });
  return redirect(`${app.prefix}/error/404`, 302);
}

export function action(): never {
  throw data(null, { status: 404 });
}

/** Never shown: Remix draws an error page only for a module that has a component. */
export default function Unmatched() {
  return null;
}
