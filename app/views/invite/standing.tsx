import { useSite } from "~/components/site";
import { freePlaces, type Places } from "~/domain/member-invitation/places";

/** What became of the invitations, in figures. */
export function Standing({ places }: { places: Places }) {
  const { t } = useSite();
  const figures = [
    { label: t("account:invite.free"), count: freePlaces(places) },
    { label: t("account:invite.pending"), count: places.pending },
    { label: t("account:invite.joined"), count: places.joined },
  ];
  return (
    <section aria-labelledby="standing">
      <h2 id="standing" className="visually-hidden">
        {t("account:invite.standing")}
      </h2>
      <dl className="figures">
        {figures.map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
