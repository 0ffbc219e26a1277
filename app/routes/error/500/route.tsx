import { data } from "@remix-run/node";
import type { PageHandle } from "~/ui/layouts/page-handle";

export const handle: PageHandle = { layout: "centered", gate: "closed", i18n: [] };

export function loader() {
  throw data(null, { status: 500 });
}

/** Never rendered, because the loader always throws. Remix shows an error page only for a module with a component. */
export default function ServerError() {
  return null;
}
