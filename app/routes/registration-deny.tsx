import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PageEvent } from "~/analytics/page-event";
import { requestContext } from "~/context.server";
import { pageData } from "~/pages/page-data.server";
import type { PageHandle } from "~/layouts/page-handle";
import { Denied, denyReasons, type DenyReason } from "~/views/denied";
import { pageMeta } from "~/views/page-meta";

export const handle: PageHandle = { layout: "centered", i18n: ["deny"], personal: true };

const events = {
  invalid: undefined,
  expired: "registration_code_expired",
  "no-balance": "registration_code_no_balance",
  link: "registration_timestamp_missing",
  referrer: "landing_forbidden_referrer",
} as const satisfies Record<DenyReason, PageEvent | undefined>;

export const meta = pageMeta;

export function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const given = new URL(request.url).searchParams.get("reason");
  const reason = denyReasons.find((known) => known === given) ?? "invalid";
  return data(
    { page: pageData(app, "deny:title", "deny:description", { event: events[reason] }), reason },
    { status: 403 },
  );
}

export default function RegistrationDeny() {
  const { reason } = useLoaderData<typeof loader>();
  return <Denied reason={reason} />;
}
