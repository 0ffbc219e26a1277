import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/context.server";
import { pageData } from "~/pages/page-data.server";
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
  return {
    page: pageData(app, "progress:active.title", "progress:active.description", {
      event: "registration_account_active",
    }),
  };
}

export default function RegistrationActive() {
  return <ActiveAccount />;
}
