import type { LoaderFunctionArgs } from "@remix-run/node";
import { getRequestContext } from "~/request/context.server";
import { createPageMetaData } from "~/request/page-data.server";
import { trackPageEvent } from "~/request/page-events.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { ActiveAccount } from "./active-account";
import { createPageMeta } from "~/ui/components/page-meta";

export const handle: PageHandle<typeof loader> = {
  template: { personal: [] },
  layout: "centered",
  gate: "ajar",
  i18n: ["progress"],
};

export const meta = createPageMeta;

export function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  trackPageEvent(context, { event: "registration_account_active" });
  return { page: createPageMetaData(context, "progress:active.title", "progress:active.description") };
}

export default function RegistrationActive() {
  return <ActiveAccount />;
}
