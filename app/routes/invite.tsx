import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requestContext } from "~/context.server";
import { issueFormToken } from "~/http/form-token.server";
import { requireMember } from "~/pages/guards.server";
import { pageData } from "~/pages/page-data.server";
import { notFound } from "~/pages/replies.server";
import type { PageHandle } from "~/layouts/page-handle";
import { InvitePage } from "~/views/invite-page";
import { pageMeta } from "~/views/page-meta";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["account"],
  login: false,
  personal: true,
};

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const { invitation } = await requireMember(app);
  if (!invitation) throw notFound(app);
  return {
    page: pageData(app, "account:invite.title", "account:invite.description"),
    invitation,
    formToken: await issueFormToken(app),
  };
}

export default function Invite() {
  const { invitation, formToken } = useLoaderData<typeof loader>();
  return <InvitePage invitation={invitation} formToken={formToken} />;
}
