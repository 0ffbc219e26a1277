import type { BudgetKey } from "./budgets";

/** The measured value of one budget. */
export interface Metric {
  key: BudgetKey;
  /** The measured value, in the unit of the budget. */
  value: number;
  /** Further results, which the report prints after the measured value. */
  note: string;
  /** True if the measurement ended early. The budget then counts as exceeded, whatever the value is. */
  isIncomplete?: true;
}
