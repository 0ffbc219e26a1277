import { StaticHtml } from "~/components/static-html";
import { ToolStyles } from "~/components/styles";
import type { Places } from "~/domain/member-invitation/places";
import { LogOut } from "../log-out";
import { Gains } from "./gains";
import { InviteTop } from "./invite-top";
import { PassItOn, type PersonalInvitation } from "./pass-it-on";
import { Standing } from "./standing";

interface InvitePageProps {
  vipStatus: "SILVER" | "GOLD" | "DIAMOND" | null;
  invitation: (Places & { registrationCode: string }) | null;
  /** Undefined while a link would open nothing. */
  personal: PersonalInvitation | undefined;
  formToken: string;
}

/** A member's own invitation: what it looks like to pass it on, what became of it, and what it is good for. */
export function InvitePage({ vipStatus, invitation, personal, formToken }: InvitePageProps) {
  return (
    <div className="invite">
      <ToolStyles />
      <StaticHtml id="invite-top">
        {import.meta.env.SSR && (
          <InviteTop vipStatus={vipStatus} invitation={invitation} canInvite={personal !== undefined} />
        )}
      </StaticHtml>
      {personal && invitation && <PassItOn personal={personal} code={invitation.registrationCode} />}
      <StaticHtml id="invite-rest">
        {import.meta.env.SSR && (
          <>
            {invitation && <Standing places={invitation} />}
            <Gains />
            <LogOut formToken={formToken} />
          </>
        )}
      </StaticHtml>
    </div>
  );
}
