import { useSite } from "~/components/site";

/** The banner of a sale (docs/product.md#experiments-and-seasons). */
export function SaleBanner({ kind }: { kind: "black-week" | "cyber-monday" }) {
  const { t } = useSite();
  const name = kind === "black-week" ? "blackWeek" : "cyberMonday";
  return (
    <section className="season" aria-labelledby="season-title">
      <p>
        <strong className="season-title" id="season-title">
          {t(`season:${name}.title`)}
        </strong>{" "}
        {t(`season:${name}.body`)}
      </p>
    </section>
  );
}
