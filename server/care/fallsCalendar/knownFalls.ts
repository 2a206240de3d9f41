import { sql as raw } from 'kysely'
import { yearDays } from '../../../contract/care/fallsCalendar/calendar.ts'
import type { MeasureCode } from '../../../contract/pathways/records/measures.ts'

/*
 * Falls that are known of a person's time before and during care, and after it from the falls calendar, for a row `person`
 * with patient_id, pathway_id, began_on and ended_on. Reports and the page of a referral count them alike.
 */

const fallsOfYear: MeasureCode = 'fallsLastYear'
/** An answer given within this number of days of the first plan still counts as the time before care. */
export const startCountsFor = 28
const startDays = raw.lit(startCountsFor)
const daysOfYear = raw.lit(yearDays)

/**
 * The number of falls reported for the time before care: the measure for the last 12 months if there is one,
 * otherwise a number for a period recorded under Falls.
 */
export const fallsBeforeCare = raw`
  select told.falls, told.days from (
    select 1 as place, measured_date as day, id, value as falls, ${daysOfYear} as days from measure
    where measure.pathway_id = person.pathway_id and is_active and measure = ${raw.lit(fallsOfYear)}
      and measured_date <= person.began_on + ${startDays}
    union all
    select 2, fall_date, id, fall_count, fall_date - period_from + 1 from fall
    where fall.patient_id = person.patient_id and is_active and fall_count is not null
      and fall_date between person.began_on - 365 and person.began_on + ${startDays}) as told
  order by told.place, told.day, told.id limit 1`

/**
 * The falls recorded during care. A described fall within a period that has a number is one of that number
 * (contract/pathways/records/fallReading.ts).
 */
export const fallsDuringCare = raw`
  select count(*) filter (where fall.fall_count is null and not exists (
      select from fall as period
      where period.patient_id = person.patient_id and period.is_active and period.period_from >= person.began_on
        and period.fall_date <= person.ended_on and fall.fall_date between period.period_from and period.fall_date))
    + coalesce(sum(greatest(fall.fall_count, (
      select count(*) from fall as own
      where own.patient_id = person.patient_id and own.is_active and own.fall_count is null
        and own.fall_date between fall.period_from and fall.fall_date))) filter (where fall.fall_count is not null), 0) as falls
  from fall
  where fall.patient_id = person.patient_id and fall.is_active and fall.fall_date <= person.ended_on
    and coalesce(fall.period_from, fall.fall_date) >= person.began_on`

/**
 * The months that were answered, each with its falls and days at risk: until the person died or the referral was closed.
 * For a row of `falls_calendar_question` as `question`, with `pathway` and `patient`.
 */
export const monthDays = raw`greatest(0, least(question.period_to,
  coalesce(least(patient.deceased_date, pathway.discharge_date, pathway.cancel_referral_date), question.period_to))
  - question.period_from + 1)`
