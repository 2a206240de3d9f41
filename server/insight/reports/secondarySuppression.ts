/* Which counts must be hidden so that no count from 1 to 4 can be worked out from the visible ones. */

const smallest = 5

export const rounded = (count: number): number => smallest * Math.round(count / smallest)
export const isSmall = (count: number): boolean => count > 0 && count < smallest

interface Cell {
  row: number
  id: string
}

/** The whole is the sum of the parts, and a reader can tell that it is. */
export interface Sum {
  whole: Cell
  parts: readonly Cell[]
}

type Numbers = Readonly<Record<string, number | null>>

/** The ids of the hidden counts in each row: the small ones, and each sum that would reveal one of its parts. */
export const suppressSecondary = (
  rows: readonly Numbers[],
  sums: readonly Sum[],
  counts: readonly string[],
): ReadonlySet<string>[] => {
  const hiddenIds = rows.map((numbers) => new Set(counts.filter((id) => isSmall(numbers[id] ?? 0))))
  const numberAt = ({ row, id }: Cell): number => rows[row]?.[id] ?? 0
  const isHidden = ({ row, id }: Cell): boolean => hiddenIds[row]?.has(id) ?? false
  /** The range a reader can infer for the number. A hidden sum can have any size. */
  const between = (cell: Cell): [least: number, most: number] => {
    const number = numberAt(cell)
    if (isHidden(cell)) return isSmall(number) ? [1, smallest - 1] : [1, Infinity]
    return number === 0 ? [0, 0] : [Math.max(smallest, rounded(number) - 2), rounded(number) + 2]
  }
  const isTelling = ({ whole, parts }: Sum): boolean => {
    if (isHidden(whole)) return false
    const [leastWhole, mostWhole] = between(whole)
    const known = parts.map(between)
    const least = known.reduce((sum, [from]) => sum + from, 0)
    const most = known.reduce((sum, [, to]) => sum + to, 0)
    return known.some(([from, to], place) => {
      const part = parts[place]
      if (part === undefined || !isHidden(part)) return false
      return Math.max(from, leastWhole - (most - to)) >= Math.min(to, mostWhole - (least - from))
    })
  }
  let hadTelling = true
  while (hadTelling) {
    const telling = sums.filter(isTelling)
    for (const { whole } of telling) hiddenIds[whole.row]?.add(whole.id)
    hadTelling = telling.length > 0
  }
  return hiddenIds
}
