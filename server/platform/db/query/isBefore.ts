const numbersOf = (version: string): number[] => version.split('.').map(Number)

/** Whether the first version, such as 0.10.2, is older than the second. */
export const isBefore = (one: string, other: string): boolean => {
  const [left, right] = [numbersOf(one), numbersOf(other)]
  const differs = left.findIndex((number, place) => number !== right[place])
  return differs !== -1 && (left[differs] ?? 0) < (right[differs] ?? 0)
}
