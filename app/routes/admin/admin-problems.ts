import type { RegistrationCodeError } from "~/acq/results";
import type { SummaryEntry } from "~/ui/components/error-summary";
import type { Translate } from "~/i18n/translator";
import { type ExpiredForm, createFailureEntries, type ShownFailure } from "~/ui/components/failure-entries";

/**
 * Errors that an administrator's form can have: errors of the input, and acq's reasons to refuse a code (acq.graphql).
 */
export type AdminProblem =
  | "missing"
  | "characters"
  | "target"
  | "few"
  | "long"
  | "weight"
  | "label"
  | RegistrationCodeError;

/** Errors that concern all targets of a split link. Such an error is shown at only one field. */
const formWideProblems: readonly AdminProblem[] = ["few", "long"];

/** The errors of one field. */
export interface FieldProblem {
  fieldId: string;
  problems: readonly AdminProblem[];
}

/** A form with errors in its fields. */
export interface ProblemRefusal {
  status: "problem";
  fields: readonly FieldProblem[];
}

/** The reason why an administrator's tool created nothing. */
export type AdminRefusal =
  | ProblemRefusal
  /** acq has refused the call, although the member's role seemed sufficient. */
  | { status: "forbidden" }
  | { status: "failed"; failure: ShownFailure | ExpiredForm };

/** Returns the error message of a field; undefined if the field is valid. */
export function createFieldMessage(
  t: Translate,
  refusal: AdminRefusal | undefined,
  fieldId: string,
): string | undefined {
  if (refusal?.status !== "problem") return undefined;
  const field = refusal.fields.find((field) => field.fieldId === fieldId);
  return field?.problems.map((problem) => t(`admin:problem.${problem}`)).join(" ");
}

/**
 * Returns all errors as entries of the error summary.
 *
 * @param createFieldLabel - for pages with many similar fields: returns a field's label, which is added to the field's
 *   error
 */
export function createRefusalEntries(
  t: Translate,
  refusal: AdminRefusal | undefined,
  createFieldLabel?: (fieldId: string) => string,
): SummaryEntry[] {
  switch (refusal?.status) {
    case undefined:
      return [];
    case "forbidden":
      return [{ message: t("admin:forbidden") }];
    case "failed":
      return createFailureEntries(t, refusal.failure);
    case "problem":
      return refusal.fields.map(({ fieldId, problems }) => {
        const message = createFieldMessage(t, refusal, fieldId) ?? "";
        const needsFieldLabel = !problems.some((problem) => formWideProblems.includes(problem));
        const field = needsFieldLabel && createFieldLabel?.(fieldId);
        return { fieldId, message: field ? t("admin:problemAt", { field, message }) : message };
      });
  }
}
