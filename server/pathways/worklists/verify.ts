import type { Kysely } from 'kysely'
import { today } from '../../../contract/platform/dates/dates.ts'
import { placeOf, type Place } from '../../../contract/stages/place.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import { readFacts } from '../../stages/facts.ts'
import { verifyCounts } from './counts.ts'
import { nameKey, standing } from '../../stages/updateStage.ts'

export interface Difference {
  /** Null for a problem with the counter of a list. */
  pathwayId: number | null
  problem: string
}

const batchSize = 1000

/**
 * Recomputes the stage of every pathway from its records and the current day. Compares it with its work-list row, with
 * the columns that the row shows, and with its last transition. Also compares the counters with their lists. No
 * differences means that all is right (design decision 2).
 */
export const verifyStages = async (
  sql: Kysely<DB>,
): Promise<{ pathways: number; differences: Difference[] }> =>
  // One snapshot, so that a concurrent change is seen completely or not at all.
  transact(
    sql,
    async (snapshot) => {
      const day = today()
      const differences: Difference[] = (await verifyCounts(snapshot)).map((problem) => ({
        pathwayId: null,
        problem,
      }))
      let pathways = 0
      for (let last = 0; ;) {
        const rows = await selectStanding(snapshot, last)
        const facts = await readFacts(
          snapshot,
          rows.map(({ id }) => id),
          day,
        )
        for (const row of rows) {
          const known = facts.get(row.id)
          const problem = known === undefined ? 'has no patient' : compare(row, placeOf(known))
          if (problem !== null) differences.push({ pathwayId: row.id, problem })
        }
        pathways += rows.length
        last = rows.at(-1)?.id ?? last
        if (rows.length < batchSize) return { pathways, differences }
      }
    },
    { isReadOnly: true },
  )

const selectStanding = (sql: Kysely<DB>, after: number) =>
  sql
    .selectFrom('pathway')
    .innerJoin('patient', 'patient.id', 'pathway.patient_id')
    .innerJoin('gender', 'gender.id', 'patient.gender_id')
    .leftJoin('name_prefix', 'name_prefix.id', 'patient.name_prefix_id')
    .leftJoin('referrer', 'referrer.id', 'pathway.referrer_id')
    .leftJoin('organisation', 'organisation.id', 'patient.registered_gp')
    .leftJoin('work_list as listed', 'listed.pathway_id', 'pathway.id')
    .select([
      'pathway.id',
      'pathway.patient_id',
      'pathway.referral_date',
      'patient.family_name',
      'patient.first_name',
      'patient.nhs_number',
      'patient.date_of_birth',
      'patient.postcode',
      'gender.name as gender',
      'name_prefix.name as name_prefix',
      'referrer.name as referrer',
      'organisation.name as registered_gp',
      'listed.stage as listed_stage',
      'listed.since as listed_since',
      'listed.due as listed_due',
      'listed.reason as listed_reason',
      'listed.deceased as listed_deceased',
      'listed.moves_on as listed_moves_on',
      'listed.patient_id as listed_patient_id',
      'listed.referral_date as listed_referral_date',
      'listed.family_name as listed_family_name',
      'listed.first_name as listed_first_name',
      'listed.name_key as listed_name_key',
      'listed.nhs_number as listed_nhs_number',
      'listed.date_of_birth as listed_date_of_birth',
      'listed.postcode as listed_postcode',
      'listed.gender as listed_gender',
      'listed.name_prefix as listed_name_prefix',
      'listed.referrer as listed_referrer',
      'listed.registered_gp as listed_registered_gp',
    ])
    .select((row) =>
      row
        .selectFrom('stage_transition')
        .select('stage_transition.to_stage')
        .whereRef('stage_transition.pathway_id', '=', 'pathway.id')
        .orderBy('stage_transition.id', 'desc')
        .limit(1)
        .as('last_transition'),
    )
    .where('pathway.id', '>', after)
    .orderBy('pathway.id')
    .limit(batchSize)
    .execute()

type StandingRow = Awaited<ReturnType<typeof selectStanding>>[number]

const shownColumns = [
  'patient_id',
  'referral_date',
  'family_name',
  'first_name',
  'nhs_number',
  'date_of_birth',
  'postcode',
  'gender',
  'name_prefix',
  'referrer',
  'registered_gp',
] as const

const compare = (row: StandingRow, place: Place): string | null => {
  if (row.last_transition !== standing(place))
    return `its last transition says ${row.last_transition ?? 'nothing'}, its records say ${standing(place)}`
  if (!place.open) return row.listed_stage === null ? null : `is closed but listed as ${row.listed_stage}`
  if (row.listed_stage !== place.stage)
    return `is listed as ${row.listed_stage ?? 'nothing'}, its records say ${place.stage}`
  if (row.listed_since !== place.since || row.listed_due !== place.due || row.listed_reason !== place.reason)
    return 'is listed with another day or reason than its records give'
  if (row.listed_deceased !== place.deceased) return 'is listed with the wrong mark for deceased'
  if (row.listed_moves_on !== place.movesOn) return 'is moved on another day than its plans say'
  const stale = shownColumns.find((column) => row[column] !== row[`listed_${column}`])
  if (stale !== undefined) return `is listed with an outdated ${stale.replaceAll('_', ' ')}`
  if (row.listed_name_key !== nameKey(row.family_name, row.first_name)) return 'is sorted under another name'
  return null
}
