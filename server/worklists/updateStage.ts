import { sql as raw } from 'kysely'
import { foldName } from '../../contract/fold.ts'
import { placeOf, type Place } from '../../contract/pathway/stage.ts'
import { notFound } from '../errors.ts'
import { readFacts } from './facts.ts'
import type { Writing } from '../writes/write.ts'

/**
 * Takes the pathway's row for this transaction, so that commands on one pathway happen one after another.
 * Call before the first change to it or to its records.
 */
export const lockPathway = async ({ sql }: Writing, pathwayId: number) => {
  const pathway = await sql
    .selectFrom('pathway')
    .selectAll()
    .where('id', '=', pathwayId)
    .forUpdate()
    .executeTakeFirst()
  if (pathway === undefined) throw notFound()
  return pathway
}
export type LockedPathway = Awaited<ReturnType<typeof lockPathway>>

/**
 * Stores the stage that the records of each pathway decide: the work-list row and, when the stage changed, a transition,
 * in the transaction of the change.
 */
export const updateStage = async (writing: Writing, pathwayIds: readonly number[]): Promise<void> => {
  for (const [pathwayId, facts] of await readFacts(writing.sql, pathwayIds))
    await storeStage(writing, pathwayId, placeOf(facts))
}

/** After a change of name, number, birth, gender, postcode, GP or death: every open pathway of the patient. */
export const updateStagesOfPatient = async (writing: Writing, patientId: number): Promise<void> => {
  const pathways = await writing.sql
    .selectFrom('pathway')
    .select('id')
    .where('patient_id', '=', patientId)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (pathways.length > 0)
    await updateStage(
      writing,
      pathways.map(({ id }) => id),
    )
}

/** What a transition names: the stage, or how the pathway was closed. */
export const standing = (place: Place): string => (place.open ? place.stage : place.closed)

const storeStage = async (writing: Writing, pathwayId: number, placed: Place): Promise<void> => {
  const { sql, userId, requestId, command } = writing
  if (placed.open) {
    const shown = await readShown(writing, pathwayId)
    const row = {
      ...shown,
      stage: placed.stage,
      since: placed.since,
      due: placed.due,
      reason: placed.reason,
      deceased: placed.deceased,
    }
    await sql
      .insertInto('work_list')
      .values({ pathway_id: pathwayId, ...row })
      .onConflict((conflict) => conflict.column('pathway_id').doUpdateSet(row))
      .execute()
  } else {
    await sql.deleteFrom('work_list').where('pathway_id', '=', pathwayId).execute()
  }
  await raw`
    insert into stage_transition (pathway_id, from_stage, to_stage, command, user_id, request_id)
    select ${pathwayId}, latest.to_stage, ${standing(placed)}, ${command}, ${userId}, ${requestId}
    from (select 1) as once
    left join (select to_stage from stage_transition where pathway_id = ${pathwayId} order by id desc limit 1) as latest
      on true
    where latest.to_stage is distinct from ${standing(placed)}`.execute(sql)
}

/** The columns that the lists show of a pathway, read in the transaction. */
const readShown = async ({ sql }: Writing, pathwayId: number) => {
  const shown = await sql
    .selectFrom('pathway')
    .innerJoin('patient', 'patient.id', 'pathway.patient_id')
    .innerJoin('gender', 'gender.id', 'patient.gender_id')
    .leftJoin('name_prefix', 'name_prefix.id', 'patient.name_prefix_id')
    .leftJoin('referrer', 'referrer.id', 'pathway.referrer_id')
    .leftJoin('organisation', 'organisation.id', 'patient.registered_gp')
    .select([
      'pathway.patient_id',
      'patient.family_name',
      'patient.first_name',
      'name_prefix.name as name_prefix',
      'patient.nhs_number',
      'patient.date_of_birth',
      'gender.name as gender',
      'patient.postcode',
      'pathway.referral_date',
      'referrer.name as referrer',
      'organisation.name as registered_gp',
    ])
    .where('pathway.id', '=', pathwayId)
    .executeTakeFirstOrThrow()
  return { ...shown, name_key: nameKey(shown.family_name, shown.first_name) }
}

/** Sorts by family name, then first name, whatever the case and accents. */
export const nameKey = (familyName: string, firstName: string | null): string =>
  `${foldName(familyName)} ${foldName(firstName ?? '')}`
