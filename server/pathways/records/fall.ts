import { sql as raw } from 'kysely'
import type { z } from 'zod'
import {
  countMissing,
  fall,
  type Fall,
  fallDetails,
  fallInput,
  fallRecord,
  type Injury,
  periodBackwards,
  periodFromMissing,
} from '../../../contract/pathways/records/fall.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { cleared, selected } from '../../platform/writes/columns.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'
import { recordColumns, recordKind, selectFrom } from './kind.ts'
import { onPatientAndReferrals } from './parents.ts'

type FallInput = z.output<typeof fallInput>

const toldColumns = recordColumns(fallDetails)
export const fallColumns = recordColumns(fallInput.shape)

/** A number of falls needs a period and clears the details of a single fall. Without a number there is no period. */
const settleCount = ({ fallDate, fallCount, periodFrom }: FallInput, before: StoredRow<'fall'> | null) => {
  const count = fallCount === undefined ? (before?.fall_count ?? null) : fallCount
  if (count === null) {
    // A period without a number means nothing, and would be lost.
    if (periodFrom != null) throw new ValidationProblem({ fallCount: countMissing })
    return { period_from: null }
  }
  const from = periodFrom === undefined ? (before?.period_from ?? null) : periodFrom
  if (from === null) throw new ValidationProblem({ periodFrom: periodFromMissing })
  if (from > fallDate) throw new ValidationProblem({ periodFrom: periodBackwards })
  return cleared(toldColumns)
}

/** What was said about a fall is for staff only, as is what was said in a call. */
const toldToStaff = {
  place: null,
  activity: null,
  injury: null,
  longLie: null,
  blackout: null,
  ambulance: null,
} satisfies Partial<Fall>

export const fallKind = recordKind(fall, {
  entity: 'fall',
  table: 'fall',
  labels: fallRecord.labels,
  // A red flag found with a fall opens tasks on the patient's referrals.
  parent: onPatientAndReferrals,
  columns: fallColumns,
  settle: async (_writing, input, before) => settleCount(input, before),
  redFlags: async (_writing, input) => ({ answers: input.redFlags ?? [] }),
  readOutside: toldToStaff,
  select: selectFrom('fall as record')
    .innerJoin('patient', 'patient.id', 'record.patient_id')
    .leftJoin('app_user as recorder', 'recorder.id', 'record.updated_by')
    .where('patient.is_active', '=', raw.lit(true))
    .select([
      'record.id',
      'record.version',
      'record.is_active as isActive',
      'record.patient_id as patientId',
      'recorder.display_name as recordedBy',
      'record.updated_at as recordedAt',
    ])
    .select(selected('record', fallColumns))
    // The table allows no other value.
    .$narrowType<{ injury: Injury | null }>(),
  days: ['fallDate', 'periodFrom'],
})
