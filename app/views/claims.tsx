import { useSite } from "~/components/site";

const claims = ["membership", "discount", "selection", "delivery", "firstOrder", "trust", "friends"] as const;

/** What the club promises: exactly the claims of spec.md, section 1. */
export function Claims() {
  const { t } = useSite();
  return (
    <ul className="claims">
      {claims.map((claim) => (
        <li key={claim}>
          <h2>{t(`landing:claim.${claim}.title`)}</h2>
          <p>{t(`landing:claim.${claim}.body`)}</p>
        </li>
      ))}
    </ul>
  );
}
