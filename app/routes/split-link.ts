import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/context.server";
import { notFound } from "~/pages/replies.server";

/** No token is valid while the split generator makes none. */
export function loader({ context, request }: LoaderFunctionArgs) {
  throw notFound(requestContext(context, request));
}

/** Never shown: Remix draws an error page only for a module that has a component. */
export default function SplitLink() {
  return null;
}
