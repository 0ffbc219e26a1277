import card from "~/art/membership-card.svg?url";
import dornach from "~/art/stores/dornach.svg?url";
import munich from "~/art/stores/munich.svg?url";
import voesendorf from "~/art/stores/voesendorf.svg?url";
import { useSite } from "~/components/site";
import { cityName, mapUrl, stores, type Store } from "~/domain/store/stores";
import { isoOf } from "~/i18n/locales";

const pictures: Record<Store["id"], string> = { munich, dornach, voesendorf };
const vipStatuses = ["Silver", "Gold", "Diamond"];

/** The three stores (docs/product.md#purpose), and who may shop there. */
export function Stores() {
  const { t, asset, locale } = useSite();
  const countryNames = new Intl.DisplayNames(isoOf(locale), { type: "region" });
  return (
    <section className="section night" aria-labelledby="stores-heading">
      <div className="section-head">
        <h2 id="stores-heading">{t("landing:stores.title")}</h2>
        <p className="lead">{t("landing:stores.body")}</p>
      </div>
      <ul className="stores">
        {stores.map((store) => (
          <li key={store.id}>
            <img
              src={asset(pictures[store.id])}
              alt=""
              width="640"
              height="400"
              loading="lazy"
              decoding="async"
            />
            <h3>{cityName(store, locale)}</h3>
            <address>
              {store.street} {store.houseNumber}
              <br />
              {store.postalCode} {store.city}, {countryNames.of(store.country)}
            </address>
            <a
              href={mapUrl(store)}
              rel="noreferrer"
              aria-label={t("landing:stores.mapOf", { city: cityName(store, locale) })}
            >
              {t("landing:stores.map")}
            </a>
          </li>
        ))}
      </ul>
      <div className="card-holder">
        <img
          src={asset(card)}
          alt={t("landing:stores.card.label")}
          width="640"
          height="400"
          loading="lazy"
          decoding="async"
        />
        <div className="stack">
          <p className="eyebrow">{t("landing:stores.card.status")}</p>
          <ul className="tiers">
            {vipStatuses.map((status) => (
              <li key={status}>{status}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
