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

const again = 'Run the import again: it goes on where it was.'

/** What stopped an import, as a sentence for the person who runs it. Nothing of the current batch was stored. */
export const stoppedBy = (error: unknown): unknown => {
  if (error instanceof ImportProblem) return error
  if (isUniqueViolation(error, 'import_row_pkey'))
    return new ImportProblem([
      'Another import brings the same rows in. Wait until it has ended, and run this one again.',
    ])
  if (isUniqueViolation(error, 'patient_nhs_number_among_active'))
    return new ImportProblem([`Somebody registered a patient of these files meanwhile. ${again}`])
  if (isPassing(error))
    return new ImportProblem([
      `Somebody else was at work on the same records for too long. What was not stored yet is left out. ${again}`,
    ])
  if (!isDatabaseAway(error)) return error
  const { reason } = causeOf(error)
  return new ImportProblem([
    `The database was too slow, or went away. When it is well: ${again.toLowerCase()}`,
    ...(reason === undefined ? [] : [`What it said: ${reason}`]),
  ])
}
