import { z } from 'zod'

/** Shown in place of a value left out of a list, so that nobody thinks the value is missing. */
export const withheldWords = 'Withheld'

/**
 * Marks a row of a list whose record is restricted and not open to the reader. Where the person can be found is left
 * out (an addition).
 */
export const withheldField = { isWithheld: z.literal(true).optional() }

/** The shown value, or 'Withheld' for a row that is marked as withheld. */
export const unlessWithheld = (
  { isWithheld }: { isWithheld?: true | undefined },
  shown: string | null,
): string | null => (isWithheld === true ? withheldWords : shown)

/** The number of withheld records, in words. */
export const restrictedInWords = (count: number): string =>
  count === 1 ? '1 restricted record' : `${count} restricted records`
