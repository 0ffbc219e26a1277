import type { LoaderFunctionArgs } from "@remix-run/node";
import { registrationAccountActive } from "~/analytics/events";
import { requestContext } from "~/context.server";
import { pageData } from "~/pages/page-data.server";
import { trackShown } from "~/pages/page-events.server";
import type { PageHandle } from "~/layouts/page-handle";
import { ActiveAccount } from "~/views/active-account";
import { pageMeta } from "~/views/page-meta";

export const handle: PageHandle = {
  layout: "centered",
  gate: "ajar",
  i18n: ["progress"],
  personal: true,
};

export const meta = pageMeta;

export function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  trackShown(app, registrationAccountActive());
  return { page: pageData(app, "progress:active.title", "progress:active.description") };
}

export default function RegistrationActive() {
  return <ActiveAccount />;
}
