import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getRequestContext, type RequestContext } from "~/request/context.server";
import { isAdmin, requireMember } from "~/request/guards.server";
import { createPageMetaData, createTranslate } from "~/request/page-data.server";
import { redirectToPage } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { StaticHtml } from "~/ui/components/static-html";
import { ToolStyles } from "~/ui/components/styles";
import { countFreePlaces } from "~/domain/invitation-places";
import { InvitationBenefits, Invitations, InviteTop } from "./invite-parts.static";
import { InvitationSharing, type PersonalInvitation } from "./invitation-sharing";
import { createPageMeta } from "~/ui/components/page-meta";
import type { Viewer } from "~/acq/operations/viewer.server";
import { createQrCode } from "~/ui/components/qr-code.server";
import { formatCodeForLink, createSiteUrl } from "~/request/urls.server";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["sharing"],
  hasLoginLink: false,
};

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const member = await requireMember(context);
  const { invitation, vipStatus } = member;
  // After login, every member is redirected to this page. Administrators without an invitation continue to their tools.
  if (!invitation && isAdmin(member)) return redirectToPage(context, "/admin/registrationlinkgenerator");
  // A code without a free place gets no link, because the link would be refused.
  const canInvite = invitation !== null && countFreePlaces(invitation) > 0;
  return {
    page: createPageMetaData(context, "account:invite.title", "account:invite.description"),
    vipStatus,
    invitation,
    personal: canInvite ? await createOwnInvitation(context, member, invitation.registrationCode) : undefined,
  };
}

/** Returns the invitation link of a member, and the texts for sending it to a friend. */
async function createOwnInvitation(
  context: RequestContext,
  { firstName }: Pick<Viewer, "firstName">,
  registrationCode: string,
): Promise<PersonalInvitation> {
  // The link has no language prefix, so that it opens in the friend's language. The page /viral has a headline with the
  // inviter's name.
  const link = `${createSiteUrl(context)}/viral?${new URLSearchParams({ rc: formatCodeForLink(registrationCode) }).toString()}`;
  const t = createTranslate(context);
  return {
    link,
    qrCode: await createQrCode(link),
    subject: t("account:letter.subject"),
    letter: t("account:letter.body", { link, name: firstName }),
    message: t("account:letter.message"),
  };
}

/** The invitation page of a member: ways to send the invitation, its status, and its benefits. */
export default function Invite() {
  const { vipStatus, invitation, personal } = useLoaderData<typeof loader>();
  return (
    <div className="invite">
      <ToolStyles />
      <StaticHtml>
        <InviteTop vipStatus={vipStatus} invitation={invitation} canInvite={personal !== undefined} />
      </StaticHtml>
      {personal && invitation && (
        <InvitationSharing personalInvitation={personal} code={invitation.registrationCode} />
      )}
      <StaticHtml>
        {invitation && <Invitations invitationPlaces={invitation} />}
        <InvitationBenefits />
      </StaticHtml>
    </div>
  );
}
