import type { SummaryEntry } from "./error-summary";
import type { Translate } from "~/i18n/translator";

/** The failure of a call to acq. `errorId` is the error reference (docs/product/pages.md#errors-and-messages). */
export interface ShownFailure {
  kind: "failed";
  errorId: string;
}

/** The visitor has made too many attempts. The next attempt is possible in `minutes` (docs/decisions/limits.md). */
export interface TooManyAttempts {
  kind: "too-many";
  minutes: number;
}

/** A form's token is expired or invalid: the form keeps its content and can be sent again. */
export interface ExpiredForm {
  kind: "expired";
}

/** Returns the summary entries of a failure, including a note that the form has kept its content. */
export function createFailureEntries(
  t: Translate,
  failure: ShownFailure | TooManyAttempts | ExpiredForm,
): SummaryEntry[] {
  if (failure.kind === "expired") return [{ message: t("errors:expired.form") }];
  const contentKeptNote = t("common:failure.kept");
  if (failure.kind === "too-many")
    return [{ message: `${t("errors:tooMany.body", { count: failure.minutes })} ${contentKeptNote}` }];
  const [firstEntry, ...furtherEntries] = createEntriesWithoutNote(t, failure);
  return [{ message: `${firstEntry.message} ${contentKeptNote}` }, ...furtherEntries];
}

/**
 * Returns the summary entries of a failure, without a note that the form has kept its content. Used for a form that
 * loses a field's content, such as a password.
 */
export function createEntriesWithoutNote(t: Translate, failure: ShownFailure): [SummaryEntry, SummaryEntry] {
  return [
    { message: t("common:failure.generic") },
    { message: t("common:errorId", { id: failure.errorId }) },
  ];
}
