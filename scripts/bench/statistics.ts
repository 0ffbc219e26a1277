/** Returns the middle value, or the mean of the middle two. Throws for an empty list. */
export function computeMedian(values: readonly number[]): number {
  const sortedValues = [...values].sort((one, other) => one - other);
  const upperMiddle = sortedValues[Math.floor(sortedValues.length / 2)];
  const lowerMiddle = sortedValues[Math.ceil(sortedValues.length / 2) - 1];
  if (upperMiddle === undefined || lowerMiddle === undefined) throw new Error("An empty list has no median");
  return (lowerMiddle + upperMiddle) / 2;
}

/** Returns the smallest value that 99 of 100 values do not exceed. Throws for an empty list. */
export function computeP99(values: readonly number[]): number {
  const sortedValues = [...values].sort((one, other) => one - other);
  const value = sortedValues[Math.ceil(sortedValues.length * 0.99) - 1];
  if (value === undefined) throw new Error("An empty list has no 99th percentile");
  return value;
}
