import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/request/context.server";

import type { PageHandle } from "~/ui/layouts/page-handle";

export const handle: PageHandle = { layout: "centered", gate: "closed", i18n: [] };

export function loader({ context, request }: LoaderFunctionArgs) {
  // Whoever led here has told which page was not there.
  const { path } = requestContext(context, request);
  throw data({ message: `Page not found: ${path}` }, { status: 404 });
}

/** Never shown: Remix draws an error page only for a module that has a component. */
export default function NotFound() {
  return null;
}
