/** The value that this share of the values, such as 0.95, does not exceed; 0 without any. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0
