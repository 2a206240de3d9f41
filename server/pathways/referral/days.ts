import { sql as raw } from 'kysely'
import { ValidationProblem } from '../../platform/errors.ts'
import type { Writing } from '../../platform/writes/write.ts'

/**
 * Throws for a day before birth.
 * @param days by the wire name of their field
 */
export const assertAfterBirth = async (
  { sql }: Writing,
  patientId: number,
  days: Record<string, string | null | undefined>,
): Promise<void> => {
  const sent = Object.entries(days).filter(([, day]) => day != null)
  if (sent.length === 0) return
  const { rows } = await raw<{ birth: string | null }>`
    select date_of_birth as birth from patient where id = ${patientId}`.execute(sql)
  assertDaysAfter(rows[0]?.birth ?? null, days)
}

/** The same check for a known date of birth; null if none is recorded. */
export const assertDaysAfter = (
  birth: string | null,
  days: Record<string, string | null | undefined>,
): void => {
  const early = Object.entries(days).filter(([, day]) => day != null && birth !== null && day < birth)
  if (early.length > 0)
    throw new ValidationProblem(
      Object.fromEntries(early.map(([field]) => [field, 'The date is before the date of birth'])),
    )
}

/** A referral is received on or after its day, and ends on or after it. */
export const assertAfterReferral = (field: string, day: string, referralDate: string | null): void => {
  if (referralDate !== null && day < referralDate)
    throw new ValidationProblem({ [field]: 'The date is before the referral date' })
}
