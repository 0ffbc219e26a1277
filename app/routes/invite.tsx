import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requestContext } from "~/context.server";
import { isAdmin } from "~/domain/member-session/current-member.server";
import { freePlaces } from "~/domain/member-invitation/places";
import { issueFormToken } from "~/http/forms/form-token.server";
import { requireMember } from "~/pages/guards.server";
import { pageData } from "~/pages/page-data.server";
import { personalInvitation } from "~/pages/personal-invitation.server";
import { seeOther } from "~/pages/replies.server";
import type { PageHandle } from "~/layouts/page-handle";
import { InvitePage } from "~/views/invite/invite-page";
import { pageMeta } from "~/views/page-meta";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["sharing"],
  login: false,
  personal: true,
};

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const member = await requireMember(app);
  const { invitation, vipStatus } = member;
  // This is where sign-in leads to: who invites nobody, but makes links, is to find something there.
  if (!invitation && isAdmin(member)) return seeOther(app, "/admin/registrationlinkgenerator");
  const canInvite = invitation !== null && freePlaces(invitation) > 0;
  return {
    page: pageData(app, "account:invite.title", "account:invite.description"),
    vipStatus,
    invitation,
    personal: canInvite ? await personalInvitation(app, member, invitation.registrationCode) : undefined,
    formToken: await issueFormToken(app),
  };
}

export default function Invite() {
  const { vipStatus, invitation, personal, formToken } = useLoaderData<typeof loader>();
  return (
    <InvitePage vipStatus={vipStatus} invitation={invitation} personal={personal} formToken={formToken} />
  );
}
