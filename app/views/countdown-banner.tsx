import { useSite } from "~/components/site";
import type { TimeLeft } from "./time-left";
import { useCountdown, type Ticking } from "./use-countdown";

/** The banner of the countdown to Black Friday (docs/product.md#experiments-and-seasons). */
export function CountdownBanner({ endsAt, now }: { endsAt: string; now: string }) {
  const { t } = useSite();
  const { left, ticking, toggle } = useCountdown(endsAt, now);
  return (
    <section className="season season-countdown" aria-labelledby="season-title">
      <p>
        <strong className="season-title" id="season-title">
          {t("countdown:title")}
        </strong>{" "}
        {t("countdown:body")} <TimeShown left={left} ticking={ticking} />
      </p>
      {/* There before the button is, so that nothing moves when it comes. */}
      <div className="countdown-control">
        {ticking !== "still" && (
          <button type="button" className="countdown-button" onClick={toggle}>
            {t(`countdown:${ticking === "running" ? "pause" : "resume"}`)}
          </button>
        )}
      </div>
    </section>
  );
}

/** Minutes and seconds keep their place from the start: only what ticks shows them (docs/product.md#experiments-and-seasons). */
function TimeShown({ left, ticking }: { left: TimeLeft; ticking: Ticking }) {
  const later = ticking === "still" ? "countdown-part countdown-later" : "countdown-part";
  return (
    <span className="countdown">
      <Part unit="days" count={left.days} className="countdown-part" />{" "}
      <Part unit="hours" count={left.hours} className="countdown-part" />{" "}
      <Part unit="minutes" count={left.minutes} className={later} />{" "}
      <Part unit="seconds" count={left.seconds} className={later} />
    </span>
  );
}

/** The number apart from its unit, in two digits, so that it stays as wide while it runs. */
function Part({ unit, count, className }: { unit: keyof TimeLeft; count: number; className: string }) {
  const { t } = useSite();
  const number = count.toString();
  const [before, ...after] = t(`countdown:${unit}`, { count }).split(number);
  return (
    <span className={className}>
      {before}
      <span className="countdown-number">{unit === "days" ? number : number.padStart(2, "0")}</span>
      {after.join(number)}
    </span>
  );
}
