import { sql as raw, type Kysely, type Transaction } from 'kysely'
import { differencesFrom, type DifferenceKind } from '../../../../contract/exchange/pds/differences.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { NationalAnswer } from '../adapter/answer.ts'
import { inOurTerms } from '../inOurTerms.ts'

/** What the answer says otherwise of the record; null if it says nothing of it. */
const differencesOf = async (
  sql: Kysely<DB>,
  patientId: number,
  answer: NationalAnswer,
): Promise<DifferenceKind[] | null> => {
  if (answer.outcome === 'none' || answer.outcome === 'invalidated') return ['withdrawn']
  if (!('person' in answer)) return null
  const ours = await sql
    .selectFrom('patient')
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('patient_restriction')
          .select('patient_restriction.id')
          .whereRef('patient_restriction.patient_id', '=', 'patient.id')
          .where('patient_restriction.ended_at', 'is', null),
      ).as('isRestricted'),
    )
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow()
  return differencesFrom(
    {
      nhsNumber: ours.nhs_number,
      familyName: ours.family_name,
      firstName: ours.first_name,
      dateOfBirth: ours.date_of_birth,
      addressLine1: ours.address_line1,
      addressLine2: ours.address_line2,
      addressLine3: ours.address_line3,
      town: ours.town,
      county: ours.county,
      postcode: ours.postcode,
      registeredGP: ours.registered_gp,
      deceasedDate: ours.deceased_date,
      isRestricted: Boolean(ours.isRestricted),
    },
    await inOurTerms(sql, answer.person, null),
  )
}

/**
 * Notes which parts of the record differ, and nothing of what PDS says. What somebody left as it is stays left until PDS
 * has another version. Only patients whom the nightly check knows have a row.
 */
export const noteDifferences = async (
  sql: Transaction<DB>,
  patientId: number,
  answer: NationalAnswer,
  now: number,
): Promise<void> => {
  const kinds = await differencesOf(sql, patientId, answer)
  if (kinds === null) return
  const version = 'person' in answer ? answer.person.version : null
  await raw`
    with found as (
      select patient_id, ${version}::text is not distinct from left_version and left_at is not null as is_left,
        case when ${version}::text is not distinct from left_version and left_at is not null
          then array(select kind from unnest(${kinds}::text[]) as kind where kind <> all (left_kinds))
          else ${kinds}::text[] end as kinds
      from pds_check where patient_id = ${patientId} for update)
    update pds_check set kinds = found.kinds, pds_version = ${version},
      found_at = case when found.kinds <> '{}' then coalesce(pds_check.found_at, ${instantOf(now)}) end,
      left_kinds = case when found.is_left then left_kinds else '{}' end,
      left_version = case when found.is_left then left_version end,
      left_by = case when found.is_left then left_by end,
      left_at = case when found.is_left then left_at end
    from found where found.patient_id = pds_check.patient_id`.execute(sql)
}
