import { z } from "zod";
import { useSite } from "~/components/site";
import type { MessageKey } from "~/i18n/translator";
import { isoOf } from "~/i18n/locales";

/** The title of an error page: a missing page, an expected refusal, or the unexpected (contract.md, section 4). */
export function errorTitleKey(status: number): MessageKey {
  return `common:${areaOf(status)}.title`;
}

function areaOf(status: number) {
  switch (status) {
    case 404:
      return "notFound";
    case 403:
      return "forbidden";
    case 429:
      return "tooMany";
    case 503:
      return "unavailable";
    case 400:
    case 405:
    case 413:
    case 415:
      return "refused";
    default:
      return "serverError";
  }
}

/** What was thrown with the status: contract.md, section 14. */
const detailsSchema = z
  .object({ errorId: z.string(), network: z.boolean(), tryAgainAt: z.iso.datetime() })
  .partial()
  .catch({});

export function ErrorPage({ status, details }: { status: number; details: unknown }) {
  const { t, href, base, here } = useSite();
  const area = areaOf(status);
  const { errorId } = detailsSchema.parse(details ?? {});
  return (
    <div className="stack">
      <p className="numeral" aria-hidden="true">
        {status}
      </p>
      <h1>{t(`common:${area}.heading`)}</h1>
      <ErrorBody area={area} details={details} />
      {errorId && <p className="quiet">{t("common:errorId", { id: errorId })}</p>}
      {area === "unavailable" && (
        <p>
          <a className="button" href={`${base}${here}`}>
            {t("common:unavailable.button")}
          </a>
        </p>
      )}
      <p>
        <a href={href("/")}>{t("common:backToStart")}</a>
      </p>
    </div>
  );
}

function ErrorBody({ area, details }: { area: ReturnType<typeof areaOf>; details: unknown }) {
  const { t, locale } = useSite();
  const { network, tryAgainAt } = detailsSchema.parse(details ?? {});
  if (area === "unavailable") return <p>{t(network ? "common:failure.network" : "common:failure.generic")}</p>;
  if (area !== "tooMany") return <p>{t(`common:${area}.body`)}</p>;
  const time = new Date(tryAgainAt ?? Date.now()).toLocaleTimeString(isoOf(locale), { timeStyle: "short" });
  return <p>{t("common:tooMany.body", { time })}</p>;
}
