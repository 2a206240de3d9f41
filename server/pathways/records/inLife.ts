import { sql as raw } from 'kysely'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { prepareShort } from '../../platform/db/query/compileOnce.ts'
import { notFound, ValidationProblem, HttpProblem } from '../../platform/errors.ts'
import type { Life } from '../../stages/lock.ts'
import type { Writing } from '../../platform/writes/write.ts'
import type { Identity } from './kind.ts'

/**
 * Throws for a day before birth, and for a day after death unless the user has confirmed it.
 * @param days by field name
 * @param known the patient's birth and death, if they were read in this transaction
 */
export const assertWithinLife = async (
  writing: Writing,
  patientId: number,
  days: Record<string, string | null | undefined>,
  { afterDeathConfirmed }: Pick<Identity, 'afterDeathConfirmed'>,
  fieldPrefix: string,
  known?: Life,
): Promise<void> => {
  assertDaysWithin(known ?? (await readLife(writing, patientId)), days, { afterDeathConfirmed }, fieldPrefix)
}

/** The same check for a known birth and death. */
export const assertDaysWithin = (
  { birth, death }: Life,
  days: Record<string, string | null | undefined>,
  { afterDeathConfirmed }: Pick<Identity, 'afterDeathConfirmed'>,
  fieldPrefix: string,
): void => {
  const early = Object.entries(days).filter(([, day]) => day && birth !== null && day < birth)
  if (early.length > 0)
    throw new ValidationProblem(
      Object.fromEntries(
        early.map(([field]) => [fieldPrefix + field, 'The date is before the date of birth']),
      ),
    )
  const isLate = Object.values(days).some((day) => day && death !== null && day > death)
  if (isLate && afterDeathConfirmed !== true)
    throw new ValidationProblem({
      [`${fieldPrefix}afterDeathConfirmed`]: `The patient died on ${formatDate(death)}, before this date. Tick to record it all the same.`,
    })
}

/**
 * The same check after a restore.
 * @param days all days recorded for the patient, without and with the restored record
 */
export const assertRestoredWithinLife = async (
  writing: Writing,
  patientId: number,
  days: { before: readonly string[]; after: readonly string[] },
  afterDeathConfirmed: boolean | undefined,
): Promise<void> => {
  const { birth, death } = await readLife(writing, patientId)
  const isMore = (isOut: (day: string) => boolean): boolean =>
    days.after.filter(isOut).length > days.before.filter(isOut).length
  if (birth !== null && isMore((day) => day < birth))
    throw new HttpProblem(
      409,
      'conflict',
      `The patient was born on ${formatDate(birth)}, after this record. Check the date of birth first. Nothing was restored.`,
    )
  if (death !== null && isMore((day) => day > death) && afterDeathConfirmed !== true)
    throw new ValidationProblem({
      afterDeathConfirmed: `The patient died on ${formatDate(death)}, before a day of this record. Is it right all the same?`,
    })
}

const readLife = async ({ sql }: Writing, patientId: number) => {
  const [life] = await prepareShort(
    sql,
    'life',
    raw<Life>`
    select date_of_birth as birth, deceased_date as death from patient where id = ${patientId}`,
  )
  if (life === undefined) throw notFound()
  return life
}
