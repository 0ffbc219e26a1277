import type { BudgetKey } from "./budgets";

/** The measured value of one budget. */
export interface Figure {
  key: BudgetKey;
  /** In the budget's unit. */
  value: number;
  /** Details for the reader. */
  note: string;
  /** True if the measurement ended early: the budget is not held, whatever the value is. */
  broken?: true;
}
