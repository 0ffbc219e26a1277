import { useSite } from "~/components/site";
import { announcedWays } from "~/domain/registration/sign-up-ways";

/**
 * The ways to sign up (docs/product.md#landing-page).
 *
 * @param emailHref where signing up by e-mail begins
 */
export function SignUpWays({ emailHref }: { emailHref: string }) {
  const { t, links } = useSite();
  return (
    <ul className="ways">
      <li>
        <a className="way" href={emailHref}>
          {t("landing:way.email")}
        </a>
      </li>
      {announcedWays.map(({ slug, provider }) => (
        <AnnouncedWay
          key={slug}
          slug={slug}
          way={provider ? t("landing:way.provider", { provider }) : t("landing:way.phone")}
        />
      ))}
      <li>
        <a className="way" href={links.login}>
          {t("landing:way.member")}
        </a>
      </li>
    </ul>
  );
}

/** A link to a page that says that it is coming soon; with script a toast says so here. */
function AnnouncedWay({ slug, way }: { slug: string; way: string }) {
  const { t, href } = useSite();
  return (
    <li>
      <a
        className="way"
        href={href(`/coming-soon/${slug}`)}
        data-toast={t("landing:way.soonMessage", { way })}
      >
        {way} <span className="way-soon">{t("landing:way.soon")}</span>
      </a>
    </li>
  );
}
