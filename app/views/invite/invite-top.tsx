import { useSite } from "~/components/site";
import type { Places } from "~/domain/member-invitation/places";

/** Called the same in every language. */
const vipNames = { SILVER: "Silver", GOLD: "Gold", DIAMOND: "Diamond" } as const;

interface InviteTopProps {
  vipStatus: keyof typeof vipNames | null;
  invitation: Places | null;
  canInvite: boolean;
}

export function InviteTop({ vipStatus, invitation, canInvite }: InviteTopProps) {
  const { t } = useSite();
  return (
    <div className="stack">
      {vipStatus && <p className="eyebrow">{t("account:invite.vip", { status: vipNames[vipStatus] })}</p>}
      <h1>{canInvite ? t("account:invite.heading") : t("account:invite.none.heading")}</h1>
      <p className="lead">{canInvite ? t("account:invite.lead") : t(whyNone(invitation))}</p>
    </div>
  );
}

/** What is pending can come back: it waits to be activated, and not for ever. */
function whyNone(invitation: Places | null) {
  if (invitation && invitation.balance > 0) return "account:invite.none.waiting";
  return "account:invite.none.used";
}
