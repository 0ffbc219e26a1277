import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useStoredVisit } from "~/components/stored-code";
import { requestContext } from "~/context.server";
import { readDraft } from "~/pages/draft.server";
import { pageData } from "~/pages/page-data.server";
import { trackRefused } from "~/pages/page-events.server";
import type { PageHandle } from "~/layouts/page-handle";
import { Denied, denyReasons } from "~/views/denied";
import { pageMeta } from "~/views/page-meta";

export const handle: PageHandle = { layout: "centered", gate: "closed", i18n: ["deny"], personal: true };

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const given = new URL(request.url).searchParams.get("reason");
  const reason = denyReasons.find((known) => known === given) ?? "invalid";
  const { registrationCode, referrer } = await readDraft(app);
  const refused = reason === "referrer" ? { rc: registrationCode, fref: referrer } : {};
  trackRefused(app, reason);
  return data({ page: pageData(app, "deny:title", "deny:description"), reason, refused }, { status: 403 });
}

export default function RegistrationDeny() {
  const { reason, refused } = useLoaderData<typeof loader>();
  useStoredVisit(refused);
  return <Denied reason={reason} />;
}
