import { useContext, useEffect } from "react";
import { selectErrorArea } from "./error-head";
import { ServerOnly, useSite } from "./site";

export function ErrorPage({ status, details }: { status: number; details: unknown }) {
  const { t, href, base, currentPath } = useSite();
  const errorArea = selectErrorArea(status);
  // Sets the title after a client navigation, which loads no new document. Effects run only in the browser.
  useEffect(() => {
    document.title = t("common:title.page", { title: t(`errors:${errorArea}.title`) });
  }, [t, errorArea]);
  const serverOnly = useContext(ServerOnly);
  const errorId = readDetailText(details, "errorId") ?? serverOnly?.errorId;
  return (
    <div className="stack">
      <p className="numeral" aria-hidden="true">
        {status}
      </p>
      <h1>{t(isNetworkFailure(details) ? "errors:unavailable.unreached" : `errors:${errorArea}.heading`)}</h1>
      <ErrorBody area={errorArea} details={details} />
      {errorId && <ErrorIdLine id={errorId} />}
      {(errorArea === "unavailable" || canOpenHere(details)) && (
        <p>
          {/* The maintenance page is shared by all URLs, so its button links to the landing page. */}
          <a className="button" href={isMaintenance(details) ? href("/") : `${base}${currentPath}`}>
            {t("errors:unavailable.button")}
          </a>
        </p>
      )}
      {!isMaintenance(details) && (
        <p>
          <a href={href("/")}>{t("common:backToStart")}</a>
        </p>
      )}
    </div>
  );
}

/** The error reference on a line of its own. */
function ErrorIdLine({ id }: { id: string }) {
  const { t } = useSite();
  const [textBefore, textAfter] = t("common:errorId", { id }).split(id);
  return (
    <p className="quiet">
      {textBefore}
      <code className="error-id">{id}</code>
      {textAfter}
    </p>
  );
}

function ErrorBody({
  area: errorArea,
  details,
}: {
  area: ReturnType<typeof selectErrorArea>;
  details: unknown;
}) {
  const { t } = useSite();
  if (isMaintenance(details)) return <p>{t("errors:unavailable.maintenance")}</p>;
  if (errorArea === "unavailable")
    return <p>{t(`common:failure.${isNetworkFailure(details) ? "network" : "generic"}`)}</p>;
  if (errorArea !== "tooMany") return <p>{t(`errors:${errorArea}.body`)}</p>;
  // Minutes instead of a time of day, since the visitor's time zone is unknown.
  const minutes = readProperty(details, "minutes");
  return (
    <p>
      {typeof minutes === "number"
        ? t("errors:tooMany.body", { count: minutes })
        : t("errors:tooMany.description")}
    </p>
  );
}

/** Returns the property with this name of a value that a loader threw, if the property is a text. */
function readDetailText(details: unknown, name: string): string | undefined {
  const value = readProperty(details, name);
  return typeof value === "string" ? value : undefined;
}

/** True if the browser could not connect. It is unknown whether the visitor's or the site's side failed. */
const isNetworkFailure = (details: unknown) => readProperty(details, "kind") === "network";
/**
 * True if the page was refused because the client opened too many links from other sites. The page then has a button
 * that opens the link from this site.
 */
const canOpenHere = (details: unknown) => readProperty(details, "canOpenHere") === true;
const isMaintenance = (details: unknown) => readProperty(details, "maintenance") === true;

function readProperty(details: unknown, name: string): unknown {
  if (typeof details !== "object" || details === null) return undefined;
  return Object.entries(details).find(([key]) => key === name)?.[1];
}
