import { useEffect, useRef, useState } from "react";
import { useSite } from "./site";

export interface SummaryEntry {
  /** The field to link to; undefined for a message about the whole form. */
  fieldId?: string | undefined;
  message: string;
}

/**
 * The errors of a form, shown at its top (docs/product/registration.md#registration). The summary takes the focus: by
 * `autofocus` in a page from the server, by script after validation in the browser. In the second case, script also
 * adds the error to the page's title.
 *
 * @param heading - the sentence about what failed, if the page has one
 * @param attempt - changes with each attempt, so that the same errors take the focus again
 */
export function ErrorSummary({
  heading,
  entries,
  attempt = 0,
}: {
  heading?: string;
  entries: readonly SummaryEntry[];
  attempt?: number;
}) {
  const { t } = useSite();
  const summaryRef = useRef<HTMLDivElement>(null);
  const hasEntries = entries.length > 0;
  // The title of a page from the server already includes the error, so the error is not added again.
  const [isErrorInTitle] = useState(hasEntries && attempt === 0);
  useEffect(() => {
    if (!hasEntries || attempt === 0) return;
    summaryRef.current?.focus();
    if (isErrorInTitle) return;
    const title = document.title;
    document.title = t("common:title.error", { title });
    return () => {
      document.title = title;
    };
  }, [hasEntries, attempt, isErrorInTitle, t]);
  if (!hasEntries) return null;
  const isForFields = entries.some(({ fieldId }) => fieldId);
  return (
    <div
      className="error-summary"
      ref={summaryRef}
      role="alert"
      tabIndex={-1}
      autoFocus
      aria-labelledby="error-summary-heading"
    >
      <h2 id="error-summary-heading">
        {heading ?? t(isForFields ? "common:errorSummary.heading" : "common:errorSummary.failed")}
      </h2>
      <ul>
        {entries.map(({ fieldId, message }) => (
          <li key={fieldId ?? message}>{fieldId ? <a href={`#${fieldId}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  );
}
