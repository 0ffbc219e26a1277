import { useSite } from "./site";

/** Reminds members that they are signed in and, if invited, that the invitation is for another person. */
export function MemberNote({ isInvited }: { isInvited: boolean }) {
  const { t, href, member } = useSite();
  if (!member) return null;
  return (
    <div className="notice stack">
      <p>
        {t("registration:form.member")} {isInvited && t("registration:form.memberInvited")}
      </p>
      <p>
        <a href={href("/invite")}>{t("registration:form.memberLink")}</a>
      </p>
    </div>
  );
}
