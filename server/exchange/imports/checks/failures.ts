import { causeOf } from '../../../platform/db/connection/causeOf.ts'
import { isDatabaseAway, isUniqueViolation, isWorthRetrying } from '../../../platform/errors.ts'
import { ImportProblem } from '../files/problem.ts'

/** A record was merged with another between two reads. The next attempt finds the record that it was merged into. */
export class MergedMeanwhile extends Error {}

const lockNotAvailable = '55P03'

/** Another writer was in the way, usually only for a moment. */
export const isPassing = (error: unknown): boolean =>
  error instanceof MergedMeanwhile ||
  isWorthRetrying(error) ||
  (error as { code?: string }).code === lockNotAvailable

const again = 'Run the import again: it continues where it stopped.'

/** What stopped an import, as a sentence for the person who runs it. Nothing of the current batch was stored. */
export const stoppedBy = (error: unknown): unknown => {
  if (error instanceof ImportProblem) return error
  if (isUniqueViolation(error, 'import_row_pkey'))
    return new ImportProblem([
      'Another import is bringing in the same rows. Wait until it has ended, then run this one again.',
    ])
  if (isUniqueViolation(error, 'patient_nhs_number_among_active'))
    return new ImportProblem([`Somebody has registered a patient of these files in the meantime. ${again}`])
  if (isPassing(error))
    return new ImportProblem([
      `Somebody else was using the same records for too long. Rows not stored yet are left out. ${again}`,
    ])
  if (!isDatabaseAway(error)) return error
  const { reason } = causeOf(error)
  return new ImportProblem([
    `The database was too slow, or unavailable. When it works again: ${again.toLowerCase()}`,
    ...(reason === undefined ? [] : [`The reason given: ${reason}`]),
  ])
}
