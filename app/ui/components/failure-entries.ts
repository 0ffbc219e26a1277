import type { SummaryEntry } from "./error-summary";
import type { Translate } from "~/i18n/translator";

/** That acq gave no answer, and the number to quote (docs/product.md#errors-and-messages). */
export interface ShownFailure {
  kind: "generic" | "network";
  errorId: string;
}

/** That there were too many of these, and in how many minutes there may be another (docs/decisions/limits.md). */
export interface TooMany {
  kind: "too-many";
  minutes: number;
}

/** That a form's token is too old or not ours: the form is filled in as before, and can be sent again. */
export interface ExpiredForm {
  kind: "expired";
}

/** A failure as an error summary says it, above a form that came back with what was typed. */
export function failureEntries(t: Translate, failure: ShownFailure | TooMany | ExpiredForm): SummaryEntry[] {
  if (failure.kind === "expired") return [{ message: t("errors:expired.form") }];
  const kept = t("common:failure.kept");
  if (failure.kind === "too-many")
    return [{ message: `${t("errors:tooMany.body", { count: failure.minutes })} ${kept}` }];
  const [first, ...others] = lossyFailureEntries(t, failure);
  return [{ message: `${first.message} ${kept}` }, ...others];
}

/** The same above a form whose password did not come back. */
export function lossyFailureEntries(t: Translate, failure: ShownFailure): [SummaryEntry, SummaryEntry] {
  return [
    { message: t(`common:failure.${failure.kind}`) },
    { message: t("common:errorId", { id: failure.errorId }) },
  ];
}
