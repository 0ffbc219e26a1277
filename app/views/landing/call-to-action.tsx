import { useSite } from "~/components/site";

/** The page's last word: back to the way in. */
export function CallToAction({ isInvited }: { isInvited: boolean }) {
  const { t, href } = useSite();
  if (isInvited)
    return (
      <section className="section night call" aria-labelledby="call-heading">
        <h2 id="call-heading">{t("landing:headline.invitedAnonymous")}</h2>
        <a className="button" href="#create">
          {t("landing:invited.button")}
        </a>
      </section>
    );
  return (
    <section className="section night call" aria-labelledby="call-heading">
      <h2 id="call-heading">{t("landing:cta.title")}</h2>
      <p className="lead">{t("landing:cta.body")}</p>
      <div className="row">
        <a className="button" href="#registrationCode">
          {t("landing:cta.button")}
        </a>
        <a className="button quiet-button" href={href("/membership-interest")}>
          {t("landing:noInvitation.link")}
        </a>
      </div>
    </section>
  );
}
