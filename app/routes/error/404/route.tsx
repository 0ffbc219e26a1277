import type { LoaderFunctionArgs } from "@remix-run/node";
import { getRequestContext } from "~/request/context.server";
import { takeMissingPath } from "~/request/missing-path.server";
import { createNotFoundPage } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";

export const handle: PageHandle = { layout: "centered", gate: "closed", i18n: [] };

export function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  throw createNotFoundPage(context, takeMissingPath(context));
}

/** Never rendered, because the loader always throws. Remix shows an error page only for a module with a component. */
export default function NotFound() {
  return null;
}
