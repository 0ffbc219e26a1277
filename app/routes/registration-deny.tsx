import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requestContext } from "~/context.server";
import { pageData } from "~/pages/page-data.server";
import type { PageHandle } from "~/layouts/page-handle";
import { Denied, denyReasons } from "~/views/denied";
import { pageMeta } from "~/views/page-meta";

export const handle: PageHandle = { layout: "centered", i18n: ["deny"], personal: true };

export const meta = pageMeta;

export function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const given = new URL(request.url).searchParams.get("reason");
  const reason = denyReasons.find((known) => known === given) ?? "invalid";
  return data({ page: pageData(app, "deny:title", "deny:description"), reason }, { status: 403 });
}

export default function RegistrationDeny() {
  const { reason } = useLoaderData<typeof loader>();
  return <Denied reason={reason} />;
}
