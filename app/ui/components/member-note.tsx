import { useSite } from "./site";

/** To a member who opens an invitation: it is somebody else's. */
export function MemberNote() {
  const { t, href, member } = useSite();
  if (!member) return null;
  return (
    <div className="notice stack">
      <p>{t("registration:form.member")}</p>
      <p>
        <a href={href("/invite")}>{t("registration:form.memberLink")}</a>
      </p>
    </div>
  );
}
