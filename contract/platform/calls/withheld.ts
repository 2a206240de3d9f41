import { z } from 'zod'

/** Said in place of what is left out of a list, so that nobody takes it for missing. */
export const withheldWords = 'Withheld'

/** Of a row of a list: the record is restricted and not open to the reader, so where the person is found is left out (an addition). */
export const withheldField = { isWithheld: z.literal(true).optional() }

/** What a list shows of where a person is found. */
export const unlessWithheld = (
  { isWithheld }: { isWithheld?: true | undefined },
  shown: string | null,
): string | null => (isWithheld === true ? withheldWords : shown)

/** How many records are left out. */
export const restrictedInWords = (count: number): string =>
  count === 1 ? '1 restricted record' : `${count} restricted records`
