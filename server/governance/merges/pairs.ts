import type { Kysely } from 'kysely'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { withheldWords } from '../../../contract/platform/calls/withheld.ts'
import { formatName } from '../../../contract/platform/words/format.ts'
import type {
  dismissPossibleDuplicate,
  PossibleDuplicate,
} from '../../../contract/patients/search/possibleDuplicate.ts'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem } from '../../platform/errors.ts'
import { isWithheld, type Reader } from '../../patients/flags/withheld.ts'
import { storeDismissal } from '../../patients/patient/dismissal.ts'
import { patientGone } from '../../patients/patient/gone.ts'
import type { Writing } from '../../platform/writes/write.ts'

/** Pairs that nobody has reviewed yet, the newest first. */
export const readPairs = async (
  sql: Kysely<DB>,
  reader: Reader,
  limit: number,
): Promise<PossibleDuplicate[]> => {
  const rows = await sql
    .selectFrom('possible_duplicate as pair')
    .innerJoin('patient as first', 'first.id', 'pair.patient_id')
    .innerJoin('patient as later', 'later.id', 'pair.other_id')
    .leftJoin('name_prefix as firstPrefix', 'firstPrefix.id', 'first.name_prefix_id')
    .leftJoin('name_prefix as laterPrefix', 'laterPrefix.id', 'later.name_prefix_id')
    .select([
      'pair.id',
      'pair.reasons',
      'pair.found_at as foundAt',
      'first.id as firstId',
      'first.family_name as firstFamily',
      'first.first_name as firstFirst',
      'firstPrefix.name as firstPrefix',
      'first.date_of_birth as firstBorn',
      'first.nhs_number as firstNumber',
      'first.postcode as firstPostcode',
      'later.id as laterId',
      'later.family_name as laterFamily',
      'later.first_name as laterFirst',
      'laterPrefix.name as laterPrefix',
      'later.date_of_birth as laterBorn',
      'later.nhs_number as laterNumber',
      'later.postcode as laterPostcode',
      isWithheld('first', reader).as('isFirstWithheld'),
      isWithheld('later', reader).as('isLaterWithheld'),
    ])
    .where('pair.dismissed_at', 'is', null)
    .where('first.is_active', '=', true)
    .where('later.is_active', '=', true)
    .orderBy('pair.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    // The reasons would reveal details of one record through the other.
    reasons: row.isFirstWithheld || row.isLaterWithheld ? [withheldWords] : row.reasons,
    foundAt: row.foundAt,
    first: {
      id: row.firstId,
      name: formatName({
        familyName: row.firstFamily,
        firstName: row.firstFirst,
        namePrefix: row.firstPrefix,
      }),
      dateOfBirth: row.firstBorn,
      nhsNumber: row.firstNumber,
      postcode: row.isFirstWithheld ? null : row.firstPostcode,
    },
    later: {
      id: row.laterId,
      name: formatName({
        familyName: row.laterFamily,
        firstName: row.laterFirst,
        namePrefix: row.laterPrefix,
      }),
      dateOfBirth: row.laterBorn,
      nhsNumber: row.laterNumber,
      postcode: row.isLaterWithheld ? null : row.laterPostcode,
    },
  }))
}

/** Permanently marks two records as two people; doing it again changes nothing. */
export const dismissPair = async (
  writing: Writing,
  { patientId, otherId }: CheckedInputOf<typeof dismissPossibleDuplicate>,
): Promise<{ id: number }> => {
  if (patientId === otherId) throw new HttpProblem(400, 'bad-request', 'Choose two different records.')
  const active = await writing.sql
    .selectFrom('patient')
    .select('id')
    .where('id', 'in', [patientId, otherId])
    .where('is_active', '=', true)
    .orderBy('id')
    .forShare()
    .execute()
  for (const id of [patientId, otherId])
    if (!active.some((row) => row.id === id)) throw await patientGone(writing.sql, id)
  writing.trace({ patientIds: [patientId, otherId] })
  return { id: await storeDismissal(writing, patientId, otherId) }
}
