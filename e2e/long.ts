/** A journey that `npm test` leaves to `npm run test:all` (CONTRIBUTING.md). */
export const isLong = { tag: '@long' }

/** The same, unless it is the one of its kind that `npm test` tries. */
export const longUnless = (isTried: boolean): { tag?: string } => (isTried ? {} : isLong)
