import type { SummaryEntry } from "./error-summary";
import type { Translate } from "~/i18n/translator";

/** That acq gave no answer, and the number to quote (docs/product.md#errors-and-messages). */
export interface ShownFailure {
  kind: "generic" | "network";
  errorId: string;
}

/** A failure as an error summary says it, above a form that came back with what was typed. */
export function failureEntries(t: Translate, { kind, errorId }: ShownFailure): SummaryEntry[] {
  return [
    { message: `${t(`common:failure.${kind}`)} ${t("common:failure.kept")}` },
    { message: t("common:errorId", { id: errorId }) },
  ];
}
