import { useSite } from "~/components/site";

interface InvitePageProps {
  invitation: { registrationCode: string; balance: number; pending: number; joined: number };
  formToken: string;
}

/** A member's own code, and what has become of the invitations. */
export function InvitePage({ invitation, formToken }: InvitePageProps) {
  const { t, href } = useSite();
  return (
    <div className="stack">
      <h1>{t("account:invite.heading")}</h1>
      <dl>
        <dt>{t("account:invite.code")}</dt>
        <dd className="code">{invitation.registrationCode}</dd>
      </dl>
      <ul>
        <li>{t("account:invite.balance", { count: invitation.balance })}</li>
        <li>{t("account:invite.pending", { count: invitation.pending })}</li>
        <li>{t("account:invite.joined", { count: invitation.joined })}</li>
      </ul>
      <form method="post" noValidate action={href("/logout")}>
        <input type="hidden" name="formToken" value={formToken} />
        <button type="submit" className="button quiet-button">
          {t("account:logout.button")}
        </button>
      </form>
    </div>
  );
}
