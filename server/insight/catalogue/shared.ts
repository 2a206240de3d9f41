import { sql as raw, type RawBuilder } from 'kysely'
import { addDays, addMonths, daysBetween, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { mondayOf } from '../../../contract/platform/dates/weekdays.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { stages, stageTitles } from '../../../contract/stages/stage.ts'
import { formatMonth } from '../../../contract/insight/reportPeriod.ts'
import type { Group, Period } from '../reports/definition.ts'

/* Text and SQL that several reports share. */

/** Part of every definition that counts pathways. */
export const deletedDoNotCount = 'Deleted patients, referrals and records do not count.'
export const reinstatedCount =
  'A referral that was cancelled and reinstated counts as if it had never been cancelled.'

/** Active pathways of active patients, joined as `pathway` and `patient`. */
export const pathwaysInUse = raw`
  pathway join patient on patient.id = pathway.patient_id and pathway.is_active and patient.is_active`

/** The day on which a referral's wait begins, the same in all reports of waits. For selects with `pathwaysInUse`. */
export const waitBegins = raw`coalesce(pathway.received_date, pathway.referral_date)`
/** Part of the definition of each of those reports. */
export const waitBeginsWords =
  'The wait counts from the day on which the referral was received where that is recorded, else from the referral date.'

export const inUse = (table: string): RawBuilder<unknown> =>
  raw`(select * from ${raw.table(table)} where is_active)`
/** The first day of a kind of record for each pathway. Found for all pathways in one go, not separately for each. */
export const firstOf = (records: RawBuilder<unknown>, day: string): RawBuilder<unknown> => raw`
  (select pathway_id, min(${raw.ref(day)}) as day from ${records} as record group by pathway_id)`

/** Whether the pathway has an active record of this kind. */
export const has = (table: string): RawBuilder<unknown> =>
  raw`exists (select from ${raw.table(table)} as r where r.pathway_id = pathway.id and r.is_active)`

/**
 * Joins `told` to `patient`: the first day on which a closed referral, a FRAT or a call says that the patient died.
 * Calculated for all patients at once: a query for each patient took most of the time of some reports.
 */
export const joinTold = raw`
  left join (select patient_id, min(day) as day from said_dead group by patient_id) as told on told.patient_id = patient.id`

/**
 * The day of the patient's death: the earlier of the recorded date and the first day on which a record says so. For
 * selects with `joinTold`.
 */
export const diedOn = raw`least(patient.deceased_date, told.day)`

/**
 * Plans that took place or still may. A plan that ended on or before its first day never took place
 * (contract/stages/plans.ts).
 */
export const plansTaken = raw`(select * from care_plan where ended is null or ended > begins)`

/** Part of the definition of each report that uses `plansTaken`. */
export const plansTakenWords =
  'A plan that ended on its first day or before never took place and does not count.'
export const runsOnWords =
  'Where the first appointment was missed or cancelled, the wait runs on until the person is seen.'

/**
 * The day on which each plan began. If the first appointment was missed, the day on which the patient was first seen,
 * or null.
 */
const begun = (kind: 'treatment' | 'exercise') => raw`(
  select pathway_id, begun_on as day from ${plansTaken} as plan where kind = ${raw.lit(kind)})`
export const treatmentsBegun = begun('treatment')
export const classesBegun = begun('exercise')

/**
 * Everything that can end a pathway's care, with its day: a treatment, an exercise programme, or the decision that no
 * plan is needed. If a plan was declined after another had ended, the declined plan never began, so that decision
 * ends nothing.
 */
export const careEnded = raw`(
  select pathway_id, ended as ended_on, ended is null as is_open from ${plansTaken} as plan
  union all
  select pathway_id, decision_date, false from no_plan_decision as decision
  where is_active and (reason <> 'planDeclined' or not exists (
    select from ${plansTaken} as plan where plan.pathway_id = decision.pathway_id and plan.ended is not null)))`

/** Calls that reached the patient. The others are attempts (contract/pathways/records/followup.ts). */
export const callsReached = raw`(
  select * from followup where is_active and (outcome is null or outcome = 'reached'))`

/** A treatment or exercise plan exists. */
export const enrolled = raw`(${has('treatment_plan')} or ${has('exercise')})`

/** A plan has begun or ended, or it was decided that none is needed. */
export const careBegun = (today: RawBuilder<unknown>): RawBuilder<unknown> => raw`(
  ${has('no_plan_decision')}
  or exists (select from ${plansTaken} as r where r.pathway_id = pathway.id
    and (r.begun_on <= ${today} or r.ended is not null)))`

/** The referral led to an assessment, a plan or a discharge. */
export const taken = raw`(pathway.discharge_date is not null or ${has('frat')} or ${has('wellbeing')} or ${enrolled})`

/** The London day of an instant. */
export const londonDay = (instant: string): RawBuilder<unknown> =>
  raw`(${raw.ref(instant)} at time zone 'Europe/London')::date`

/** The instant falls on or before this London day. */
export const untilEndOf = (day: RawBuilder<unknown>, instant: string): RawBuilder<unknown> =>
  raw`${raw.ref(instant)} < ((${day} + 1)::timestamp at time zone 'Europe/London')`

/**
 * The instant falls within the period, from midnight to midnight in London. Written so that an index on it can be
 * used.
 */
export const inPeriod = (instant: string, { from, to }: Period): RawBuilder<unknown> =>
  raw`(${raw.ref(instant)} >= (${from}::timestamp at time zone 'Europe/London') and ${untilEndOf(to, instant)})`

const monthsOf = ({ dateFrom, dateTo }: Period): string[] => {
  const first = `${dateFrom.slice(0, 7)}-01`
  const months: string[] = []
  for (let ahead = 0; addMonths(first, ahead) <= dateTo; ahead += 1)
    months.push(addMonths(first, ahead).slice(0, 7))
  return months
}

/** Every month of the period, including months without facts. The facts name a month yyyy-MM. */
export const byMonth: Group = { id: 'month', title: 'Month', every: monthsOf, show: formatMonth }
export const monthOf = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  raw`to_char(${day}, 'YYYY-MM') as month`

/** Weeks start on Monday. The facts name a week by that date. */
const weeksOf = ({ dateFrom, dateTo }: Period): CalendarDate[] => {
  const monday = mondayOf(dateFrom)
  return Array.from({ length: Math.floor(daysBetween(monday, dateTo) / 7) + 1 }, (_, week) =>
    addDays(monday, 7 * week),
  )
}
export const byWeek: Group = { id: 'week', title: 'Week beginning', every: weeksOf, show: formatDate }
export const weekOf = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  raw`date_trunc('week', ${day})::date as week`

export const byStage: Group = {
  id: 'stage',
  title: 'Stage',
  labels: stageTitles,
  every: () => [...stages],
}

/** 18 and 52 weeks in days, including the last day of the last week. */
export const weeks18 = 126
export const weeks52 = 364
