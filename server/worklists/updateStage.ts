import { sql as raw, type Transaction } from 'kysely'
import { today } from '../../contract/dates.ts'
import { foldName } from '../../contract/fold.ts'
import { hasDied } from '../../contract/pathway/facts.ts'
import { placeOf, type Place } from '../../contract/pathway/place.ts'
import type { DB } from '../db/types.ts'
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
 * The same, with the patient before the pathway, for what may say that the patient has died: it moves the patient's other
 * pathways too.
 */
export const lockPatientAndPathway = async (writing: Writing, pathwayId: number): Promise<LockedPathway> => {
  await raw`
    select from patient where id = (select patient_id from pathway where id = ${pathwayId})
    for no key update`.execute(writing.sql)
  return lockPathway(writing, pathwayId)
}

/** In whose name a pathway is placed: a write, or the passing of days, which nobody ordered. */
export interface Placing {
  sql: Transaction<DB>
  userId: number | null
  requestId: string | null
  /** What transitions name as their cause. */
  command: string
}

/**
 * Puts the pathways where their records place them: the work-list row and, when the stage changed, a transition,
 * in the transaction of the change. Where it says that the patient has died, or no longer does, the patient's other open
 * pathways follow.
 */
export const updateStage = async (placing: Placing, pathwayIds: readonly number[]): Promise<void> => {
  for (const [pathwayId, facts] of await readFacts(placing.sql, pathwayIds, today())) {
    const wasDeceased = await storeStage(placing, pathwayId, placeOf(facts))
    const isDeceased = hasDied(facts)
    if (wasDeceased !== isDeceased) await placeOthers(placing, pathwayId, isDeceased)
  }
}

/** The other open pathways of the patient, where they still say otherwise of the patient's death. */
const placeOthers = async (placing: Placing, pathwayId: number, isDeceased: boolean): Promise<void> => {
  const { rows } = await raw<{ id: number }>`
    select pathway.id from pathway
    join work_list on work_list.pathway_id = pathway.id
    where pathway.patient_id = (select patient_id from pathway where id = ${pathwayId})
      and pathway.id <> ${pathwayId} and work_list.deceased <> ${isDeceased}
    order by pathway.id for update of pathway`.execute(placing.sql)
  if (rows.length > 0)
    await updateStage(
      placing,
      rows.map(({ id }) => id),
    )
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

/** Returns whether the pathway stood as one of somebody who has died; null when it stood on no list. */
const storeStage = async (placing: Placing, pathwayId: number, placed: Place): Promise<boolean | null> => {
  const { sql, userId, requestId, command } = placing
  let wasDeceased: boolean | null
  if (placed.open) {
    const { was_deceased, ...shown } = await readShown(placing, pathwayId)
    wasDeceased = was_deceased
    const row = {
      ...shown,
      stage: placed.stage,
      since: placed.since,
      due: placed.due,
      reason: placed.reason,
      deceased: placed.deceased,
      moves_on: placed.movesOn,
    }
    await sql
      .insertInto('work_list')
      .values({ pathway_id: pathwayId, ...row })
      .onConflict((conflict) => conflict.column('pathway_id').doUpdateSet(row))
      .execute()
  } else {
    const left = await sql
      .deleteFrom('work_list')
      .where('pathway_id', '=', pathwayId)
      .returning('deceased')
      .executeTakeFirst()
    wasDeceased = left?.deceased ?? null
  }
  await raw`
    insert into stage_transition (pathway_id, from_stage, to_stage, command, user_id, request_id)
    select ${pathwayId}, latest.to_stage, ${standing(placed)}, ${command}, ${userId}, ${requestId}
    from (select 1) as once
    left join (select to_stage from stage_transition where pathway_id = ${pathwayId} order by id desc limit 1) as latest
      on true
    where latest.to_stage is distinct from ${standing(placed)}`.execute(sql)
  return wasDeceased
}

/** The columns that the lists show of a pathway, read in the transaction. */
const readShown = async ({ sql }: Placing, pathwayId: number) => {
  const shown = await sql
    .selectFrom('pathway')
    .innerJoin('patient', 'patient.id', 'pathway.patient_id')
    .innerJoin('gender', 'gender.id', 'patient.gender_id')
    .leftJoin('name_prefix', 'name_prefix.id', 'patient.name_prefix_id')
    .leftJoin('referrer', 'referrer.id', 'pathway.referrer_id')
    .leftJoin('organisation', 'organisation.id', 'patient.registered_gp')
    .leftJoin('work_list as listed', 'listed.pathway_id', 'pathway.id')
    .select([
      'listed.deceased as was_deceased',
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
