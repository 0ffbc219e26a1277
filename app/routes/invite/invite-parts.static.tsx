import { countFreePlaces, type InvitationCounts } from "~/domain/invitation-places";
import { formatCityName, stores } from "~/domain/stores";
import { formatList } from "~/i18n/locales";
import { useSite } from "~/ui/components/site";

/** Shows how many invitations are free, pending and joined. */
export function Invitations({ invitationPlaces }: { invitationPlaces: InvitationCounts }) {
  const { t } = useSite();
  const labeledCounts = [
    { label: t("account:invite.free"), count: countFreePlaces(invitationPlaces) },
    { label: t("account:invite.pending"), count: invitationPlaces.pending },
    { label: t("account:invite.joined"), count: invitationPlaces.joined },
  ];
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="visually-hidden">
        {t("account:invite.invitations")}
      </h2>
      <dl className="figures">
        {labeledCounts.map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The names of the VIP statuses, which are not translated. */
const vipStatusNames = { SILVER: "Silver", GOLD: "Gold", DIAMOND: "Diamond" } as const;

interface InviteTopProps {
  vipStatus: keyof typeof vipStatusNames | null;
  invitation: InvitationCounts | null;
  canInvite: boolean;
}

export function InviteTop({ vipStatus, invitation, canInvite }: InviteTopProps) {
  const { t } = useSite();
  return (
    <div className="stack">
      {vipStatus && (
        <p className="eyebrow">{t("account:invite.vip", { status: vipStatusNames[vipStatus] })}</p>
      )}
      <h1>{canInvite ? t("account:invite.heading") : t("account:invite.none.heading")}</h1>
      <p className="lead">{canInvite ? t("account:invite.lead") : t(selectNoPlaceReasonKey(invitation))}</p>
    </div>
  );
}

/**
 * Returns the key of the reason why the member cannot invite anyone now. If pending registrations hold all places, the
 * member can wait: a place becomes free again when an activation link expires.
 */
function selectNoPlaceReasonKey(invitation: InvitationCounts | null) {
  if (invitation && invitation.balance > 0) return "account:invite.none.waiting";
  return "account:invite.none.used";
}

/** The benefits of an invitation for the friend and for the member (docs/product/overview.md#purpose). */
export function InvitationBenefits() {
  const { t, locale } = useSite();
  const cityNames = stores.map((store) => formatCityName(store, locale));
  return (
    <div className="gains">
      <section className="stack" aria-labelledby="friend-gains">
        <h2 id="friend-gains">{t("account:friend.heading")}</h2>
        <ul>
          <li>{t("account:friend.firstOrder")}</li>
          <li>{t("account:friend.discount")}</li>
          <li>{t("account:friend.membership")}</li>
        </ul>
      </section>
      <section className="stack" aria-labelledby="member-gains">
        <h2 id="member-gains">{t("account:member.heading")}</h2>
        <ul>
          <li>{t("account:member.offers")}</li>
          <li>{t("account:member.stores", { cities: formatList(locale, cityNames) })}</li>
        </ul>
      </section>
    </div>
  );
}
