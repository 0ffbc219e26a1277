import type { BudgetKey } from "./budgets";

/** The measured value of one budget. */
export interface Figure {
  key: BudgetKey;
  /** The value, in the budget's unit. */
  value: number;
  /** Further results that the report prints after the value. */
  note: string;
  /** True if the measurement ended early. The budget then counts as exceeded, whatever the value is. */
  broken?: true;
}
