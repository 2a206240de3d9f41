const maximumDepth = 20
/** The most entries in one array or object. */
export const mostEntries = 1000

/** Whether a parsed JSON value is within the limits of a request: depth, and entries in one array or object (IO-12). */
export const isWithinJsonLimits = (value: unknown, depth = 0): boolean => {
  if (typeof value !== 'object' || value === null) return true
  if (depth >= maximumDepth) return false
  const entries = Object.values(value)
  return entries.length <= mostEntries && entries.every((entry) => isWithinJsonLimits(entry, depth + 1))
}
