import { useSite } from "~/components/site";

const claims = [
  "discount",
  "labels",
  "midnight",
  "membership",
  "delivery",
  "firstOrder",
  "trust",
  "friends",
] as const;

/** What the club promises: exactly the claims of docs/product.md#purpose. */
export function Benefits() {
  const { t } = useSite();
  return (
    <section className="section night" aria-labelledby="benefits-heading">
      <div className="section-head">
        <h2 id="benefits-heading">{t("landing:benefits.title")}</h2>
      </div>
      <ul className="claims">
        {claims.map((claim) => (
          <li key={claim}>
            <h3>{t(`landing:claim.${claim}.title`)}</h3>
            <p>{t(`landing:claim.${claim}.body`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
