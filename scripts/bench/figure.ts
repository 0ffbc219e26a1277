import type { BudgetKey } from "./budgets";

/** What was measured for one budget. */
export interface Figure {
  key: BudgetKey;
  /** In the budget's unit. */
  value: number;
  /** What the figure was made of, for the reader. */
  note: string;
  /** The measurement ended before it was whole: the budget is not held, whatever the value. */
  broken?: true;
}
