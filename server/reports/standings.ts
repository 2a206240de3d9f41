import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { CalendarDate } from '../../contract/dates.ts'
import type { PathwayFacts } from '../../contract/pathway/facts.ts'
import { placeOf } from '../../contract/pathway/place.ts'
import type { Stage } from '../../contract/pathway/stage.ts'
import type { DB } from '../db/types.ts'
import { readFacts, type StoredFacts } from '../worklists/facts.ts'

/** The open pathways of a day: a select of pathway_id, stage and since. */
export type Standings = RawBuilder<unknown>

const batchSize = 2000

/** What of the records had happened by the end of a day, or was booked by then. */
const factsBy = (facts: StoredFacts, day: CalendarDate): PathwayFacts => {
  const by = (when: CalendarDate | null): CalendarDate | null => (when !== null && when <= day ? when : null)
  return {
    ...facts,
    today: day,
    cancelReferralDate: by(facts.cancelReferralDate),
    dischargeDate: by(facts.dischargeDate),
    patient: {
      ...facts.patient,
      deceasedDate: by(facts.patient.deceasedDate),
      saidDead: facts.patient.saidDead.filter(by),
    },
    frats: facts.frats.filter(({ assessmentDate }) => by(assessmentDate)),
    wellbeings: facts.wellbeings.filter(({ assessmentDate }) => by(assessmentDate)),
    treatmentPlans: facts.treatmentPlans
      .map((plan) => ({ ...plan, endedDate: by(plan.endedDate) }))
      .filter(({ treatmentDate, endedDate, recordedOn }) => by(treatmentDate) ?? endedDate ?? by(recordedOn)),
    exercises: facts.exercises
      .map((exercise) => ({ ...exercise, completedDate: by(exercise.completedDate) }))
      .filter(({ exercisePlanDate, recordedOn }) => by(exercisePlanDate) ?? by(recordedOn)),
    followups: facts.followups.filter(({ callDate }) => by(callDate)),
    noPlanDecisions: facts.noPlanDecisions.filter(({ decisionDate }) => by(decisionDate)),
  }
}

/**
 * The list on which each pathway stood at the end of the day, by the same rule as the work lists, from the dates of
 * the records that are in use now; a plan for a later day was booked from the day on which it was entered. Of today these
 * are the work lists themselves.
 */
export const readStandings = async (
  sql: Kysely<DB>,
  day: CalendarDate,
  today: CalendarDate,
): Promise<Standings> => {
  if (day >= today) return raw`select pathway_id, stage, since from work_list`
  const pathways = await sql
    .selectFrom('pathway')
    .innerJoin('patient', 'patient.id', 'pathway.patient_id')
    .select('pathway.id')
    .where('pathway.is_active', '=', true)
    .where('patient.is_active', '=', true)
    // A referral that is received later was made, but did not wait yet.
    .where(
      ({ fn, val }) => raw<boolean>`${fn.coalesce('received_date', 'referral_date', val(day))} <= ${day}`,
    )
    .where((is) => is.or([is('cancel_referral_date', 'is', null), is('cancel_referral_date', '>', day)]))
    .where((is) => is.or([is('discharge_date', 'is', null), is('discharge_date', '>', day)]))
    .orderBy('pathway.id')
    .execute()
  const standing: { id: number; stage: Stage; since: CalendarDate | null }[] = []
  for (let start = 0; start < pathways.length; start += batchSize) {
    const batch = pathways.slice(start, start + batchSize).map(({ id }) => id)
    for (const [id, facts] of await readFacts(sql, batch, day)) {
      const place = placeOf(factsBy(facts, day))
      if (place.open) standing.push({ id, stage: place.stage, since: place.since })
    }
  }
  return raw`select * from unnest(
    ${standing.map(({ id }) => id)}::bigint[],
    ${standing.map(({ stage }) => stage)}::text[],
    ${standing.map(({ since }) => since)}::date[]) as standing (pathway_id, stage, since)`
}
