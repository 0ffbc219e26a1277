import { useSite } from "~/components/site";
import { cityName, stores } from "~/domain/store/stores";
import { isoOf } from "~/i18n/locales";

/** What an invitation brings to both (docs/product.md#purpose). */
export function Gains() {
  const { t, locale } = useSite();
  const cities = new Intl.ListFormat(isoOf(locale), { type: "unit" }).format(
    stores.map((store) => cityName(store, locale)),
  );
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
          <li>{t("account:member.stores", { cities })}</li>
        </ul>
      </section>
    </div>
  );
}
