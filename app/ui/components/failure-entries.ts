import type { SummaryEntry } from "./error-summary";
import type { Translate } from "~/i18n/translator";

/** acq gave no answer; `errorId` is the reference to quote (docs/product/pages.md#errors-and-messages). */
export interface ShownFailure {
  kind: "generic" | "network";
  errorId: string;
}

/** Too many tries; `minutes` until the next one (docs/decisions/limits.md). */
export interface TooMany {
  kind: "too-many";
  minutes: number;
}

/** A form's token is expired or invalid: the form keeps its content and can be sent again. */
export interface ExpiredForm {
  kind: "expired";
}

/** Returns the summary entries of a failure, for a form that keeps its content. */
export function failureEntries(t: Translate, failure: ShownFailure | TooMany | ExpiredForm): SummaryEntry[] {
  if (failure.kind === "expired") return [{ message: t("errors:expired.form") }];
  const note = t("common:failure.kept");
  if (failure.kind === "too-many")
    return [{ message: `${t("errors:tooMany.body", { count: failure.minutes })} ${note}` }];
  const [firstEntry, ...furtherEntries] = lossyFailureEntries(t, failure);
  return [{ message: `${firstEntry.message} ${note}` }, ...furtherEntries];
}

/** Returns the summary entries of a failure, for a form with a field that is not shown again, such as a password. */
export function lossyFailureEntries(t: Translate, failure: ShownFailure): [SummaryEntry, SummaryEntry] {
  return [
    { message: t(`common:failure.${failure.kind}`) },
    { message: t("common:errorId", { id: failure.errorId }) },
  ];
}
