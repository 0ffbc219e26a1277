import { useEffect, useRef, useState } from "react";
import { useSite } from "./site";

export interface SummaryEntry {
  /** The field to go to; absent for a message that concerns the whole form. */
  fieldId?: string | undefined;
  message: string;
}

/**
 * The faults of a form, at its top (docs/product.md#registration). The summary takes the focus: by `autofocus` when the
 * server sent it, by script when the browser's own check found the errors; then the title says so too.
 *
 * @param heading what did not work, where the page can say so
 * @param attempt changes with each try, so that the same errors take the focus again
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
  const summary = useRef<HTMLDivElement>(null);
  const shown = entries.length > 0;
  // The server has said so in the title already.
  const [isTold] = useState(shown && attempt === 0);
  useEffect(() => {
    if (!shown || attempt === 0) return;
    summary.current?.focus();
    if (isTold) return;
    const title = document.title;
    document.title = t("common:title.error", { title });
    return () => {
      document.title = title;
    };
  }, [shown, attempt, isTold, t]);
  if (!shown) return null;
  const isForFields = entries.some(({ fieldId }) => fieldId);
  return (
    <div
      className="error-summary"
      ref={summary}
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
