import { type ReactNode, useContext, useEffect } from "react";
import { selectErrorTextGroup } from "./error-head";
import { ServerOnlyContext, useSite } from "./site";

/** The data of an error page that a loader threw (app/request/replies.server.ts). */
interface ErrorDetails {
  /** The error reference of a failed call to acq. */
  errorId?: string;
  /** The minutes until the visitor may try again. */
  minutes?: number;
  /**
   * True if the page was refused because the client opened too many links from other sites. The page then has a button
   * that opens the link from this site.
   */
  canOpenHere?: boolean;
  maintenance?: boolean;
  /** True if the maintenance page is the response to a form. A reload of the page sends the form again. */
  isFormResponse?: boolean;
  /** The requested path on the not-found page, if it is known. */
  missingPath?: string;
}

/** @param data - the data of the failed response; a text if Remix created the response */
export function ErrorPage({ status, data }: { status: number; data: unknown }) {
  const { t, href, base, currentPath } = useSite();
  const errorTextGroup = selectErrorTextGroup(status);
  const errorDetails: ErrorDetails = typeof data === "object" && data !== null ? data : {};
  // Sets the title after a client navigation, which loads no new document. Effects run only in the browser.
  useEffect(() => {
    document.title = t("common:title.page", { title: t(`errors:${errorTextGroup}.title`) });
  }, [t, errorTextGroup]);
  const serverOnlyData = useContext(ServerOnlyContext);
  const { missingPath } = errorDetails;
  const errorId = errorDetails.errorId ?? serverOnlyData?.errorId;
  const canTryAgain =
    !errorDetails.isFormResponse &&
    (errorTextGroup === "unavailable" || errorTextGroup === "serverError" || errorDetails.canOpenHere);
  return (
    <div className="stack">
      <p className="numeral" aria-hidden="true">
        {status}
      </p>
      <h1>{t(`errors:${errorTextGroup}.heading`)}</h1>
      <ErrorBody errorTextGroup={errorTextGroup} errorDetails={errorDetails} />
      {missingPath && (
        <DetailLine text={t("errors:notFound.path", { path: missingPath })} detail={missingPath}>
          {/* Its writing direction does not affect the text around it. */}
          <bdi>{missingPath}</bdi>
        </DetailLine>
      )}
      {errorId && (
        <DetailLine text={t("common:errorId", { id: errorId })} detail={errorId}>
          <code className="error-id">{errorId}</code>
        </DetailLine>
      )}
      {canTryAgain && (
        <p>
          {/* The maintenance page is shared by all URLs, so its button links to the landing page. */}
          <a className="button" href={errorDetails.maintenance ? href("/") : `${base}${currentPath}`}>
            {t("errors:unavailable.button")}
          </a>
        </p>
      )}
      {!errorDetails.maintenance && (
        <p>
          <a href={href("/")}>{t("common:backToStart")}</a>
        </p>
      )}
    </div>
  );
}

interface DetailLineProps {
  /** The text of the line, which contains the detail. */
  text: string;
  detail: string;
  /** The element of the detail. */
  children: ReactNode;
}

/** A line of text in which a detail, such as the error reference, has an element of its own. */
function DetailLine({ text, detail, children }: DetailLineProps) {
  const [textBefore, textAfter] = text.split(detail);
  return (
    <p className="quiet">
      {textBefore}
      {children}
      {textAfter}
    </p>
  );
}

function ErrorBody({
  errorTextGroup: errorArea,
  errorDetails,
}: {
  errorTextGroup: ReturnType<typeof selectErrorTextGroup>;
  errorDetails: ErrorDetails;
}) {
  const { t } = useSite();
  if (errorDetails.maintenance) return <p>{t("errors:unavailable.maintenance")}</p>;
  if (errorArea === "unavailable") return <p>{t("common:failure.generic")}</p>;
  if (errorArea !== "tooMany") return <p>{t(`errors:${errorArea}.body`)}</p>;
  // Shows minutes instead of a time of day, because the visitor's time zone is unknown.
  const { minutes } = errorDetails;
  return (
    <p>
      {minutes === undefined ? t("errors:tooMany.description") : t("errors:tooMany.body", { count: minutes })}
    </p>
  );
}
