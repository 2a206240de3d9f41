import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { PathwayFacts } from '../../../contract/stages/facts.ts'
import { placeOf } from '../../../contract/stages/place.ts'
import type { Stage } from '../../../contract/stages/stage.ts'
import type { DB } from '../../platform/db/types.ts'
import { readFacts, takesUpAgain, transitionDay, type StoredFacts } from '../../stages/facts.ts'

/** The open pathways on a day: a select of pathway_id, stage and since. */
export type Standings = RawBuilder<unknown>

/** Other requests wait while one batch is calculated. */
const batchSize = 500

/**
 * The last day, up to the given day, on which each referral was reopened. The stored facts know only the last
 * reopening of all.
 */
const resumedBy = async (
  sql: Kysely<DB>,
  ids: readonly number[],
  day: CalendarDate,
): Promise<ReadonlyMap<number, CalendarDate>> => {
  const rows = await sql
    .selectFrom('stage_transition')
    .select(['pathway_id', raw<CalendarDate>`max(${transitionDay})`.as('resumedOn')])
    .where(
      raw<boolean>`pathway_id = any(${ids}::bigint[]) and ${takesUpAgain} and ${transitionDay} <= ${day}`,
    )
    .groupBy('pathway_id')
    .execute()
  return new Map(rows.map(({ pathway_id: id, resumedOn }) => [id, resumedOn]))
}

/** Limits the facts to records that had happened, or had been booked, by the end of a day. */
const factsBy = (facts: StoredFacts, day: CalendarDate, resumedDate: CalendarDate | null): PathwayFacts => {
  const by = (when: CalendarDate | null): CalendarDate | null => (when !== null && when <= day ? when : null)
  return {
    ...facts,
    today: day,
    cancelReferralDate: by(facts.cancelReferralDate),
    dischargeDate: by(facts.dischargeDate),
    resumedDate,
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

/** Pathways with an active record dated after the day, or one that ended after it. */
const changedSince = (day: CalendarDate): RawBuilder<{ pathway_id: number }> => {
  const later = (table: string, date: string): RawBuilder<unknown> =>
    raw`select pathway_id from ${raw.table(table)} where is_active and (${raw.ref(date)} <= ${day}) is not true`
  const endedLater = (table: string, date: string): RawBuilder<unknown> =>
    raw`select pathway_id from ${raw.table(table)} where is_active and ${raw.ref(date)} > ${day}`
  return raw<{ pathway_id: number }>`(${raw.join(
    [
      later('frat', 'assessment_date'),
      later('wellbeing', 'assessment_date'),
      later('treatment_plan', 'treatment_date'),
      endedLater('treatment_plan', 'ended_date'),
      later('exercise', 'exercise_plan_date'),
      endedLater('exercise', 'completed_date'),
      later('followup', 'call_date'),
      later('no_plan_decision', 'decision_date'),
      raw`select pathway_id from stage_transition
        where from_stage in ('discharged', 'cancelled') and ${transitionDay} > ${day}`,
      // If nobody was seen on a plan's first day, a later record determines when it began.
      raw`select pathway_id from appointment
        where is_active and appointment_date <= ${day} and outcome not in ('attended', 'attendedLate')`,
    ],
    raw` union `,
  )})`
}

/**
 * The list on which each pathway stood at the end of the day, by the same rule as the work lists, from the dates of
 * the currently active records. A plan for a later day counts as booked from the day on which it was entered. For
 * today the work lists themselves are the answer, and likewise for a pathway with no later records.
 */
export const readStandings = async (
  sql: Kysely<DB>,
  day: CalendarDate,
  today: CalendarDate,
): Promise<Standings> => {
  if (day >= today) return raw`select pathway_id, stage, since from work_list`
  // A referral received later had been made, but was not waiting yet.
  const wasReceived = raw<boolean>`coalesce(pathway.received_date, pathway.referral_date, ${day}) <= ${day}`
  const changed = await sql
    .selectFrom('pathway')
    .innerJoin('patient', 'patient.id', 'pathway.patient_id')
    .leftJoin('work_list', 'work_list.pathway_id', 'pathway.id')
    // A join, because `in` with a list too large for memory would scan the whole list for each referral.
    .leftJoin(changedSince(day).as('changed'), 'changed.pathway_id', 'pathway.id')
    .select('pathway.id')
    .where('pathway.is_active', '=', true)
    .where('patient.is_active', '=', true)
    .where(wasReceived)
    .where((is) => is.or([is('cancel_referral_date', 'is', null), is('cancel_referral_date', '>', day)]))
    .where((is) => is.or([is('discharge_date', 'is', null), is('discharge_date', '>', day)]))
    // The death may have been reported later, on another referral.
    .where((is) =>
      is.or([
        is('work_list.pathway_id', 'is', null),
        is('work_list.deceased', '=', true),
        is('changed.pathway_id', 'is not', null),
      ]),
    )
    .orderBy('pathway.id')
    .execute()
  const ids = changed.map(({ id }) => id)
  const standing: { id: number; stage: Stage; since: CalendarDate | null }[] = []
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    const resumed = await resumedBy(sql, batch, day)
    for (const [id, facts] of await readFacts(sql, batch, day)) {
      const place = placeOf(factsBy(facts, day, resumed.get(id) ?? null))
      if (place.open) standing.push({ id, stage: place.stage, since: place.since })
    }
  }
  return raw`
    select work_list.pathway_id, work_list.stage, work_list.since
    from work_list join pathway on pathway.id = work_list.pathway_id
    where ${wasReceived} and not exists (
      select from unnest(${ids}::bigint[]) as changed (id) where changed.id = work_list.pathway_id)
    union all
    select * from unnest(
      ${standing.map(({ id }) => id)}::bigint[],
      ${standing.map(({ stage }) => stage)}::text[],
      ${standing.map(({ since }) => since)}::date[]) as standing (pathway_id, stage, since)`
}
