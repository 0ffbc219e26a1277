import type { SummaryEntry } from "~/components/error-summary";
import type { FormProblem } from "~/domain/registration/registration-form.types";
import type { Translate } from "~/i18n/translator";
import { failureEntries } from "./failure-entries";

/** What concerns a sent form as a whole; a questioned address is said at its field. */
export function problemMessages(t: Translate, problem: FormProblem | undefined): SummaryEntry[] {
  switch (problem?.kind) {
    case undefined:
    case "email-suggestion":
      return [];
    case "suspicious":
      return [{ message: t("registration:suspicious.message") }];
    case "just-asked":
      return [{ message: t("registration:justAsked.message", { count: problem.minutes }) }];
    case "generic":
    case "network":
      return failureEntries(t, problem);
  }
}
