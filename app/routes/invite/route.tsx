import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requestContext, type RequestContext } from "~/request/context.server";
import { isAdmin, requireMember } from "~/request/guards.server";
import { pageData, translateFor } from "~/request/page-data.server";
import { seeOther } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { StaticHtml } from "~/ui/components/static-html";
import { ToolStyles } from "~/ui/components/styles";
import { freePlaces, type Places } from "~/domain/invitation-places";
import { InvitationBenefits, Invitations, InviteTop } from "./invite-parts.static";
import { PassItOn, type PersonalInvitation } from "./pass-it-on";
import { pageMeta } from "~/ui/components/page-meta";
import type { Viewer } from "~/acq/operations/viewer.server";
import { qrCodeOf } from "~/request/qr-code.server";
import { linkedCode, siteUrl } from "~/request/urls.server";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["sharing"],
  login: false,
};

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const member = await requireMember(app);
  const { invitation, vipStatus } = member;
  // The login redirects to this page, which redirects administrators without an invitation to their tools.
  if (!invitation && isAdmin(member)) return seeOther(app, "/admin/registrationlinkgenerator");
  const canInvite = invitation !== null && freePlaces(invitation) > 0;
  return {
    page: pageData(app, "account:invite.title", "account:invite.description"),
    vipStatus,
    invitation,
    personal: canInvite ? await personalInvitation(app, member, invitation.registrationCode) : undefined,
  };
}

export default function Invite() {
  const { vipStatus, invitation, personal } = useLoaderData<typeof loader>();
  return <InvitePage vipStatus={vipStatus} invitation={invitation} personal={personal} />;
}

/** Returns the personal link of a member's code and the texts to send it with. */
async function personalInvitation(
  context: RequestContext,
  { firstName }: Pick<Viewer, "firstName">,
  registrationCode: string,
): Promise<PersonalInvitation> {
  // Without a language prefix the link opens in the friend's language. /viral has a headline that names the inviter.
  const link = `${siteUrl(context)}/viral?${new URLSearchParams({ rc: linkedCode(registrationCode) }).toString()}`;
  const t = translateFor(context);
  return {
    link,
    qrCode: await qrCodeOf(link),
    subject: t("account:letter.subject"),
    letter: t("account:letter.body", { link, name: firstName }),
    message: t("account:letter.message"),
  };
}

interface InvitePageProps {
  vipStatus: "SILVER" | "GOLD" | "DIAMOND" | null;
  invitation: (Places & { registrationCode: string }) | null;
  /** Undefined if the link would be refused. */
  personal: PersonalInvitation | undefined;
}

/** A member's invitation: ways to pass it on, what became of it, and its benefits. */
function InvitePage({ vipStatus, invitation, personal }: InvitePageProps) {
  return (
    <div className="invite">
      <ToolStyles />
      <StaticHtml>
        <InviteTop vipStatus={vipStatus} invitation={invitation} canInvite={personal !== undefined} />
      </StaticHtml>
      {personal && invitation && <PassItOn personal={personal} code={invitation.registrationCode} />}
      <StaticHtml>
        {invitation && <Invitations places={invitation} />}
        <InvitationBenefits />
      </StaticHtml>
    </div>
  );
}
